import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, readStartTime } from '../bootstrap/lock.mjs';

export interface RunningComponent {
  pid: number;
  port: number;
  /** Start time of the process, which distinguishes it from a later one with the same pid. */
  started?: string | undefined;
}

/** The running processes, for developers and tests; contains credentials. */
export interface Run {
  parts: Record<string, RunningComponent>;
  mongoUrl?: string;
  amqpUrl?: string;
}

const FULL_DISK = ['ENOSPC', 'EDQUOT'];

/** `DATA_DIR/run.json`, replaced atomically at each change. */
export class RunFile {
  readonly #path: string;
  readonly #run: Run = { parts: {} };

  constructor(dataDir: string) {
    this.#path = getRunPath(dataDir);
  }

  setStores(urls: { mongoUrl: string; amqpUrl: string }) {
    Object.assign(this.#run, urls);
    this.#write();
  }

  setComponent(name: string, { pid, port }: RunningComponent) {
    this.#run.parts[name] = { pid, port, started: readStartTime(pid) };
    this.#write();
  }

  remove() {
    rmSync(this.#path, { force: true });
  }

  /** The file is behind while the disk is full, and complete again with the next change. */
  #write() {
    try {
      writeFileSync(`${this.#path}.new`, JSON.stringify(this.#run, null, 2), { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!FULL_DISK.includes(code)) throw error;
    }
  }
}

/** The record of the last start, unless it was removed. */
export function findLastRun(dataDir: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(getRunPath(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The running processes of the portal of this data folder; undefined when it is stopped. */
export function findActiveRun(dataDir: string): Run | undefined {
  const run = findLastRun(dataDir);
  const isUp = Object.values(run?.parts ?? {}).some(({ pid, started }) => isRunning({ pid, started }));
  return isUp ? run : undefined;
}

const getRunPath = (dataDir: string) => join(dataDir, 'run.json');
