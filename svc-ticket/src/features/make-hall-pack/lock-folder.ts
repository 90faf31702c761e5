import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit';
import { lock } from 'proper-lockfile';

export const LOCK_FILE = 'pack.lock';
/** So long the lock of a run that was killed still counts. */
const STALE_MS = 3000;
const RETRY_OPTIONS = { retries: 4, factor: 1, minTimeout: 1000 };

/**
 * Keeps a folder for this run alone; gives how to let it go.
 * @throws CommandError while another run has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lockfilePath = join(folder, LOCK_FILE);
  try {
    return await lock(folder, { lockfilePath, stale: STALE_MS, retries: RETRY_OPTIONS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    throw new CommandError(
      `Another run is filling ${folder}. Wait until it has ended, or name another folder with --out.`,
    );
  }
}
