import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** A run's databases, browsers and uploads need about a tenth of this. */
const MIN_FREE_BYTES = 8 * 2 ** 30;

const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

/** Creates the folder of a run's files, in memory when there is space, since no file outlives the run. */
export async function createRunFolder(): Promise<string> {
  const parent = (await freeBytes(MEMORY)) >= MIN_FREE_BYTES ? MEMORY : tmpdir();
  return mkdtemp(join(parent, 'archaka-test-'));
}
