import { existsSync } from 'node:fs';
import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';
import { runLauncherCommand } from './operator-command.ts';
import { getTraceDir } from './settings.ts';
import { findSpans, formatTree, readSpans } from './trace/spans.ts';

const commandLine: CommandLine<string> = {
  name: 'trace',
  description:
    'Prints the spans of a request in all components as a tree, of a local portal started with TRACES=on. Exit code 1: there is no such trace, or the command failed.',
  examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
  define: (program, choose) => {
    program
      .argument('<id>', 'trace id, or the x-request-id of a response; log lines contain both')
      .action((id) => choose(id));
  },
};

await runLauncherCommand(commandLine, async ({ options: id, settings }) => {
  const folder = getTraceDir(settings);
  if (!existsSync(folder)) {
    throw new CommandError(
      `The portal of ${settings.dataDir} records no traces: start it with TRACES=on npm start.`,
    );
  }
  const spans = findSpans(id, readSpans(folder));
  if (spans.length === 0) {
    console.log(
      'No component has recorded this trace: it may be too old, or not written yet; try again after a second.',
    );
    return 1;
  }
  console.log(formatTree(spans));
  return 0;
});
