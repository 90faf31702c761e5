/**
 * Reads the audit logs of all services, or of one.
 *
 *     npm run audit -- verify [--archives <folder>] [--service svc-payment]
 *     npm run audit -- show --application <id> | --user <id>
 *     npm run audit -- archive --out <folder>
 *
 * Exit code 0: done, 1: verify found a fault, 2: failure.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { services } from '@archaka/contracts';
import {
  CommandError,
  identifyOperator,
  splitOperatorArguments,
  toOperatorArguments,
} from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { createOperatorEnvironment } from './operator-environment.ts';
import { root, type Settings } from './settings.ts';

const names = services.map((service) => `svc-${service}`);

const FOLDER_OPTIONS = ['--out', '--archives'];

/** A folder is meant where the operator works, not where npm runs. */
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
  if (!names.includes(name)) throw new CommandError(`Say which service: ${names.join(', ')}.`);
  return { chosen: [name], rest: args.toSpliced(index, 2) };
}

async function runServiceCommand(name: string, args: string[], settings: Settings): Promise<number> {
  const program = join(root, name, 'src/commands/audit.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...process.env, ...createOperatorEnvironment(name, settings) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

await runOperatorCommand('audit', async (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const { chosen, rest } = splitServices(args);
  const operator = toOperatorArguments(await identifyOperator(given));
  let worst = 0;
  for (const name of chosen) {
    const code = await runServiceCommand(name, [...resolveFolder(rest), ...operator], settings);
    worst = Math.max(worst, code);
  }
  return worst;
});
