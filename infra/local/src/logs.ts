import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const MAX_BYTES = 8_000_000;
const NEWLINE = 0x0a;

const countLines = (chunk: Buffer): number =>
  chunk.reduce((count, byte) => count + Number(byte === NEWLINE), 0);

/** A component's output in its file; a full file becomes `.1` and replaces the previous one. */
class LogFile {
  readonly #path: string;
  #file: number;
  #bytes: number;
  /** Lines since the disk is full. */
  #dropped = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a', 0o600);
    this.#bytes = statSync(path).size;
  }

  /** Counts and drops what does not fit on the disk: a full disk must not end the portal. */
  write(chunk: Buffer): void {
    try {
      if (this.#bytes > MAX_BYTES) this.#replace();
      if (this.#dropped > 0)
        this.#append(Buffer.from(`${this.#dropped} lines were dropped: the disk was full\n`));
      this.#dropped = 0;
      this.#append(chunk);
    } catch {
      this.#dropped += countLines(chunk);
    }
  }

  #append(chunk: Buffer): void {
    this.#bytes += writeSync(this.#file, chunk);
  }

  #replace(): void {
    renameSync(this.#path, `${this.#path}.1`);
    const next = openSync(this.#path, 'a', 0o600);
    closeSync(this.#file);
    this.#file = next;
    this.#bytes = 0;
  }
}

export function openLog(path: string): (chunk: Buffer) => void {
  mkdirSync(dirname(path), { recursive: true });
  const file = new LogFile(path);
  return (chunk) => file.write(chunk);
}

const DAY_MS = 86_400_000;

/** Deletes the files without a write for so many days. */
export function deleteOldLogs(folder: string, days: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - days * DAY_MS) rmSync(path);
  }
}
