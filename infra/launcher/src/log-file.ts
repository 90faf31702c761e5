import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_BYTES = 8_000_000;

/** Writes a component's output to its file; a full file becomes `.1` and replaces the previous one. */
export function openLog(path: string): (chunk: Buffer) => void {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a', 0o600);
  let bytes = statSync(path).size;
  return (chunk) => {
    if (bytes > MAX_BYTES) {
      closeSync(file);
      renameSync(path, `${path}.1`);
      file = openSync(path, 'a', 0o600);
      bytes = 0;
    }
    bytes += writeSync(file, chunk);
  };
}
