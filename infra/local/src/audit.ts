import { everyService } from '@archaka/contracts';
import type { CommandLine } from '@archaka/service-kit/command-line';
import { type AuditOptions, auditCommandLine } from '@archaka/service-kit/operators';
import { runOperatorCommand } from './operator-command.ts';
import { runServiceCommands } from './operators/service-command.ts';

interface Options {
  readonly service: string | undefined;
  readonly audit: AuditOptions;
}

const commandLine: CommandLine<Options> = {
  ...auditCommandLine,
  define: (program, choose) => {
    const root = program.addOption(
      program.createOption('--service <name>', 'reads one service instead of all').choices(everyService),
    );
    auditCommandLine.define(program, (audit) => choose({ service: root.opts().service, audit }));
  },
};

function toArguments(options: AuditOptions): string[] {
  const json = options.json ? ['--json'] : [];
  if (options.action === 'verify') return ['verify', ...json];
  const { subject } = options;
  const named = 'userId' in subject ? ['--user', subject.userId] : ['--application', subject.applicationId];
  return ['show', ...named, ...json];
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

await runOperatorCommand(commandLine, ({ given, options: { service, audit }, settings }) => {
  const chosen = service === undefined ? everyService : [service];
  const command = { name: 'audit', given, args: toArguments(audit), settings };
  return audit.action === 'show' ? showEntries(chosen, command) : runServiceCommands(chosen, command);
});
