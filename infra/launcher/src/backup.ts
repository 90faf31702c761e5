/**
 * Writes what all services have stored, as it was at one instant, into a new folder; the portal may run meanwhile.
 *
 *     npm run backup -- <new folder> [--with-keys] [--operator <name>] [--code <code>] [--why <reason>]
 *
 * Exit code 0: it is whole; 2: it could not be done.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, splitOperatorArguments } from '@archaka/operators';
import { createBackup } from './backup/create-backup.ts';
import { formatBackupSummary } from './backup/format-summary.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createIdentify } from './operators/identify-operator.ts';

function parseOptions(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'with-keys': { type: 'boolean', default: false } },
    });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0)
      return { folder: resolve(folder), withKeys: values['with-keys'] };
  } catch {
    // An option that there is not: the same words.
  }
  throw new CommandError('Say: npm run backup -- <new folder> [--with-keys].');
}

await runOperatorCommand('backup', async (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const options = { ...parseOptions(args), identify: createIdentify('backup', { given, settings }) };
  const startTime = performance.now();
  const backup = await createBackup(settings, options);
  console.log(formatBackupSummary(backup, { ...options, seconds: (performance.now() - startTime) / 1000 }));
  return 0;
});
