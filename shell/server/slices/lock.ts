import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A lock older than this was left by a process that died. */
const abandonedMs = 10_000;

/** Does the work while no other process does work under the same lock file. */
export async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  while (!(await take(file))) {
    const { mtimeMs = Date.now() } = (await stat(file).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > abandonedMs) await rm(file, { force: true });
    else await pause(50);
  }
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
