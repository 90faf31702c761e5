import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Databases, browsers and uploads of a run need about a tenth of it. */
const MIN_FREE_BYTES = 8 * 2 ** 30;

const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

/** Creates the folder for all that a run writes; in memory where there is room, since nothing in it outlives the run. */
export async function createRunFolder(): Promise<string> {
  const parent = (await freeBytes(MEMORY)) >= MIN_FREE_BYTES ? MEMORY : tmpdir();
  return mkdtemp(join(parent, 'archaka-test-'));
}
