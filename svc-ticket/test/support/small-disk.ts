import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own that can be filled up. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves no room on it. Tells the bytes of room there were. */
  fill(): number;
  free(): void;
  /** Ends every browser that has files on it. */
  killBrowsers(): void;
  /** Whether a browser has its folder on it, or a process that still ends has room that it will give back. */
  isUsed(): boolean;
  remove(): void;
}

const CHUNK_SIZES = [1024 * 1024, 4096, 1];

const hasBrowserFolder = (path: string): boolean =>
  readdirSync(path, { recursive: true }).some((name) => /(^|\/)browser-[^/]+$/.test(String(name)));

const processIds = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** A process may end, and close its files one by one, while it is read. */
function tryRead<Value>(fallback: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return fallback;
  }
}

/** Open or mapped ones, those among them that were removed included. */
function hasOpenFiles(path: string, processId: string): boolean {
  const processFolder = `/proc/${processId}`;
  const open = tryRead([], () => readdirSync(`${processFolder}/fd`));
  return (
    open.some((fd) => tryRead('', () => readlinkSync(`${processFolder}/fd/${fd}`)).startsWith(path)) ||
    tryRead('', () => readFileSync(`${processFolder}/maps`, 'utf8')).includes(path)
  );
}

const isService = (processId: string): boolean =>
  tryRead('', () => readlinkSync(`/proc/${processId}/exe`)) === process.execPath;

/** Undefined where no disk can be mounted. */
export function mountSmallDisk(): SmallDisk | undefined {
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
    fill() {
      const before = statSync(filler, { throwIfNoEntry: false })?.size ?? 0;
      for (const chunkSize of CHUNK_SIZES) while (append(chunkSize));
      return statSync(filler).size - before;
    },
    free: () => rmSync(filler),
    killBrowsers() {
      const browsers = processIds().filter((id) => hasOpenFiles(path, id) && !isService(id));
      for (const id of browsers) tryRead(false, () => process.kill(Number(id), 'SIGKILL'));
    },
    isUsed: () => hasBrowserFolder(path) || processIds().some((id) => hasOpenFiles(path, id)),
    remove() {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}
