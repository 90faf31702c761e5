/**
 * Restores a backup into a stopped portal, which must be empty without `--over`.
 *
 *     npm run restore -- <folder of the backup> [--over] [--operator <name>] [--code <code>] [--why <reason>]
 *
 * Exit code 0: restored; 2: failure.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, splitOperatorArguments } from '@archaka/operators';
import { formatRestoreSummary } from './backup/format-summary.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createIdentify } from './operators/identify-operator.ts';

function parseOptions(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { over: { type: 'boolean', default: false } },
    });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0) return { folder: resolve(folder), over: values.over };
  } catch {
    // An unknown option gets the same message.
  }
  throw new CommandError('Usage: npm run restore -- <folder of the backup> [--over].');
}

await runOperatorCommand('restore', async (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const options = { ...parseOptions(args), identify: createIdentify('restore', { given, settings }) };
  const startTime = performance.now();
  const restored = await restoreBackup(settings, options);
  const seconds = (performance.now() - startTime) / 1000;
  console.log(formatRestoreSummary(restored, { seconds, ownBroker: Boolean(settings.env.AMQP_URL) }));
  return 0;
});
