import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, createFolder } from '@archaka/service-kit/command-line';
import { type Lock, tryLock } from '../bootstrap/lock.mjs';
import { stopOrphans } from './orphaned-processes.ts';

const marker = 'secrets.json';

/**
 * Locks the data folder for this start, ends processes of an earlier start and, on request,
 * empties it.
 * @throws CommandError when another start holds it, or when it may not be emptied
 */
export async function lockDataFolder(
  dataDir: string,
  { fresh, report }: { fresh: boolean; report: (line: string) => void },
): Promise<Lock> {
  createFolder(dataDir);
  const lock = tryLock(join(dataDir, 'lock'));
  if (lock.release === undefined) {
    throw new CommandError(
      `The data folder ${dataDir} is in use by another npm start (process ${lock.holder}): stop that one, or set another DATA_DIR and PORTAL_PORT.`,
    );
  }
  try {
    await stopOrphans(dataDir, report);
    if (fresh) clearFolder(dataDir);
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
}

function clearFolder(dataDir: string) {
  const content = readdirSync(dataDir).filter((name) => name !== 'lock');
  if (content.length > 0 && !content.includes(marker)) {
    throw new CommandError(
      `--fresh empties only a data folder that npm start created, and ${dataDir} is not one.`,
    );
  }
  for (const name of content) rmSync(join(dataDir, name), { recursive: true, force: true });
}
