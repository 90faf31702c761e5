import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, readStartTime } from '../bootstrap/lock.mjs';
import { readJson, writeJson } from './json-file.ts';

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
      writeJson(this.#path, this.#run);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!FULL_DISK.includes(code)) throw error;
    }
  }
}

/** The record of the last start, unless it was removed. */
export const findLastRun = (dataDir: string): Run | undefined => readJson(getRunPath(dataDir));

/** The running processes of the portal of this data folder; undefined when it is stopped. */
export function findActiveRun(dataDir: string): Run | undefined {
  const run = findLastRun(dataDir);
  const isUp = Object.values(run?.parts ?? {}).some(({ pid, started }) => isRunning({ pid, started }));
  return isUp ? run : undefined;
}

const getRunPath = (dataDir: string) => join(dataDir, 'run.json');
