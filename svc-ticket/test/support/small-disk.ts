import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@archaka/test-kit';

const CHUNK_SIZES = [1024 * 1024, 4096, 1];

/** Not the service's own temporary folder, where it makes one for each browser. */
const findBrowserFolders = (path: string): string[] =>
  readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => /(^|\/)browser-[^/]+$/.test(name))
    .map((name) => join(path, name));

const processIds = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

/** A process may end, and close its files one by one, while it is read. */
function tryRead<Value>(fallback: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return fallback;
  }
}

/** Open or mapped ones, those among them that were removed included. */
function hasOpenFiles(path: string, processId: number): boolean {
  const processFolder = `/proc/${processId}`;
  const open = tryRead([], () => readdirSync(`${processFolder}/fd`));
  return (
    open.some((fd) => tryRead('', () => readlinkSync(`${processFolder}/fd/${fd}`)).startsWith(path)) ||
    tryRead('', () => readFileSync(`${processFolder}/maps`, 'utf8')).includes(path)
  );
}

/** A disk of its own that can be filled up; undefined where none can be mounted. */
export function mountSmallDisk() {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  const append = (bytes: number): boolean => {
    try {
      appendFileSync(filler, Buffer.alloc(bytes));
      return true;
    } catch {
      return false;
    }
  };

  return {
    path,
    /** Ends all its browsers and leaves no room on it, while the service is stopped and can start none meanwhile. */
    async fillWithoutBrowsers(service: number) {
      const findBrowsers = () => processIds().filter((id) => id !== service && hasOpenFiles(path, id));
      process.kill(service, 'SIGSTOP');
      try {
        for (const id of findBrowsers()) tryRead(false, () => process.kill(id, 'SIGKILL'));
        await eventually(() => findBrowsers().length === 0);
        for (const folder of findBrowserFolders(path)) rmSync(folder, { recursive: true, force: true });
        for (const chunkSize of CHUNK_SIZES) while (append(chunkSize));
      } finally {
        process.kill(service, 'SIGCONT');
      }
    },
    free: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}
