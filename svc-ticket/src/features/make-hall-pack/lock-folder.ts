import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit';
import { lock } from 'proper-lockfile';

export const LOCK_FILE = 'pack.lock';
/** The lock of a killed run expires after this. */
const STALE_MS = 3000;
const RETRY_OPTIONS = { retries: 4, factor: 1, minTimeout: 1000 };

/** Returns the release function. @throws CommandError while another run holds the lock */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lockfilePath = join(folder, LOCK_FILE);
  try {
    return await lock(folder, { lockfilePath, stale: STALE_MS, retries: RETRY_OPTIONS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    throw new CommandError(
      `Another run writes to ${folder}. Wait until it has ended, or name another folder with --out.`,
    );
  }
}
