/**
 * Puts a backup into a portal that does not run, and that is empty unless `--over` is said.
 *
 *     npm run restore -- <folder of the backup> [--over]
 *
 * Exit code 0: it is restored; 2: it could not be done.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from './backup/restore-backup.ts';
import { tellRestored } from './backup/tell.ts';
import { operatorCommand } from './operator-command.ts';
import { Sentence } from './sentence.ts';

function read(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { over: { type: 'boolean', default: false } },
    });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0) return { folder: resolve(folder), over: values.over };
  } catch {
    // An option that there is not: the same words.
  }
  throw new Sentence('Say: npm run restore -- <folder of the backup> [--over].');
}

await operatorCommand('restore', async (args, settings) => {
  const began = performance.now();
  const restored = await restoreBackup(settings, read(args));
  const seconds = (performance.now() - began) / 1000;
  console.log(tellRestored(restored, { seconds, ownBroker: Boolean(settings.env.AMQP_URL) }));
  return 0;
});
