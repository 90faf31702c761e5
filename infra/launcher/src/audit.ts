/**
 * Reads the audit logs of all services, or of one.
 *
 *     npm run audit -- verify [--archives <folder>] [--service svc-payment]
 *     npm run audit -- show --application <id> | --user <id>
 *     npm run audit -- archive --out <folder>
 *
 * Exit code 0: done, 1: verify found a fault, 2: failure.
 */
import { resolve } from 'node:path';
import { services } from '@archaka/contracts';
import { CommandError, splitOperatorArguments } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const names = services.map((service) => `svc-${service}`);

const FOLDER_OPTIONS = ['--out', '--archives'];

/** Resolves a folder relative to the operator's working directory, not npm's. */
function resolveFolder(args: string[]): string[] {
  const workFolder = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg, index) =>
    FOLDER_OPTIONS.includes(args[index - 1] ?? '') ? resolve(workFolder, arg) : arg,
  );
}

function splitServices(args: string[]): { chosen: string[]; rest: string[] } {
  const index = args.indexOf('--service');
  if (index === -1) return { chosen: names, rest: args };
  const name = args[index + 1] ?? '';
  if (!names.includes(name)) throw new CommandError(`Name the service: ${names.join(', ')}.`);
  return { chosen: [name], rest: args.toSpliced(index, 2) };
}

await runOperatorCommand('audit', (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const { chosen, rest } = splitServices(args);
  return runServiceCommands(chosen, { name: 'audit', given, args: resolveFolder(rest), settings });
});
