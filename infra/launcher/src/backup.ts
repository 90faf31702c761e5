/**
 * Writes what all services have stored, as it was at one instant, into a new folder; the portal may run meanwhile.
 *
 *     npm run backup -- <new folder> [--with-keys]
 *
 * Exit code 0: it is whole; 2: it could not be done.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from './backup/take-backup.ts';
import { tellBackup } from './backup/tell.ts';
import { operatorCommand } from './operator-command.ts';
import { Sentence } from './sentence.ts';

function read(args: string[]) {
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
  throw new Sentence('Say: npm run backup -- <new folder> [--with-keys].');
}

await operatorCommand('backup', async (args, settings) => {
  const asked = read(args);
  const began = performance.now();
  const backup = await takeBackup(settings, asked);
  console.log(tellBackup(backup, { ...asked, seconds: (performance.now() - began) / 1000 }));
  return 0;
});
