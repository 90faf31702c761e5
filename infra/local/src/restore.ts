import { resolve } from 'node:path';
import type { CommandLine } from '@archaka/service-kit/command-line';
import { formatRestoreSummary } from './backup/format-summary.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createIdentify } from './operators/identify-operator.ts';

interface Options {
  readonly folder: string;
  readonly over: boolean;
}

const commandLine: CommandLine<Options> = {
  name: 'restore',
  description: 'Restores a backup into a stopped portal.',
  examples: ['/backups/2026-11-20'],
  define: (program, choose) => {
    program
      .argument('<folder>', 'folder of the backup')
      .option('--over', 'replaces the data of a portal that is not empty', false)
      .action((folder, { over }) => choose({ folder: resolve(folder), over }));
  },
};

await runOperatorCommand(commandLine, async ({ given, options: chosen, settings }) => {
  const options = { ...chosen, identify: createIdentify('restore', { given, settings }) };
  const startTime = performance.now();
  const restored = await restoreBackup(settings, options);
  const seconds = (performance.now() - startTime) / 1000;
  console.log(formatRestoreSummary(restored, { seconds, ownBroker: Boolean(settings.env.AMQP_URL) }));
  return 0;
});
