import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Stores, browsers and uploads of a run need about a tenth of it. */
const ROOM_BYTES = 8 * 2 ** 30;

const roomIn = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

/** A folder for all that a run writes, in memory where there is room: nothing in it is worth a disk's time. */
export async function makeThrowawayFolder(): Promise<string> {
  const parent = (await roomIn(MEMORY)) >= ROOM_BYTES ? MEMORY : tmpdir();
  return mkdtemp(join(parent, 'archaka-jest-'));
}
