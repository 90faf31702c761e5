import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'archaka-ticket-';

interface TempDir {
  readonly path: string;
  remove(): Promise<void>;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function findStaleDirs(): Promise<string[]> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  const parsePid = (name: string) => Number.parseInt(name.slice(PREFIX.length), 10);
  return names
    .filter((name) => parsePid(name) > 0 && !isRunning(parsePid(name)))
    .map((name) => join(tmpdir(), name));
}

/** Also removes the folders of killed processes. */
export async function createTempDir(): Promise<TempDir> {
  const remove = (folder: string) => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  await Promise.all((await findStaleDirs()).map(remove));
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  return { path, remove: () => remove(path) };
}
