/**
 * Reads the audit logs of all services, or of one.
 *
 *     npm run audit -- verify [--service svc-payment]
 *     npm run audit -- show --application <id> | --user <id>
 *
 * Exit code 0: done, 1: verify found a fault, 2: failure.
 */
import { services } from '@archaka/contracts';
import { CommandError, splitOperatorArguments } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './run-service-commands.ts';

const names = services.map((service) => `svc-${service}`);

function splitServices(args: string[]): { chosen: string[]; rest: string[] } {
  const index = args.indexOf('--service');
  if (index === -1) return { chosen: names, rest: args };
  const name = args[index + 1] ?? '';
  if (!names.includes(name)) throw new CommandError(`Name the service: ${names.join(', ')}.`);
  return { chosen: [name], rest: args.toSpliced(index, 2) };
}

/** Merges the entries of all services in the order of their time, with which each line begins. */
async function showEntries(
  chosen: readonly string[],
  command: Parameters<typeof runServiceCommands>[1],
): Promise<number> {
  const lines: string[] = [];
  const code = await runServiceCommands(chosen, { ...command, onLine: (line) => lines.push(line) });
  for (const line of lines.sort()) console.log(line);
  return code;
}

await runOperatorCommand('audit', (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const { chosen, rest } = splitServices(args);
  const command = { name: 'audit', given, args: rest, settings };
  return rest[0] === 'show' ? showEntries(chosen, command) : runServiceCommands(chosen, command);
});
