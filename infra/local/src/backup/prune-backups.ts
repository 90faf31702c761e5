import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import { readManifest } from './files.ts';

const DAY_MS = 24 * 60 * 60_000;

interface StoredBackup {
  readonly name: string;
  readonly at: Date;
}

/** Folders with a complete backup, newest first; other folders are ignored. */
async function listBackups(folder: string): Promise<StoredBackup[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new CommandError(`${folder} is not a folder of backups.`);
  });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) =>
        readManifest(join(folder, name)).then(
          ({ at }) => [{ name, at: new Date(at) }],
          () => [],
        ),
      ),
  );
  return found.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** The newest is always left. @returns those that are older than the period, oldest last */
export async function pruneBackups(
  folder: string,
  { days, now, isDryRun }: { readonly days: number; readonly now: Date; readonly isDryRun: boolean },
): Promise<{ readonly deleted: readonly StoredBackup[]; readonly left: number }> {
  const [newest, ...older] = await listBackups(folder);
  const deleted = older.filter(({ at }) => now.getTime() - at.getTime() > days * DAY_MS);
  if (!isDryRun) for (const { name } of deleted) await rm(join(folder, name), { recursive: true });
  return { deleted, left: older.length - deleted.length + (newest ? 1 : 0) };
}
