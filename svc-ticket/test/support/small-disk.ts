import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own that can be filled up. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves no room on it. */
  fill(): void;
  free(): void;
  /** How many browsers have their folder on it. */
  browsers(): number;
  remove(): void;
}

const PIECES = [1024 * 1024, 4096, 1];

/** Undefined where no disk can be mounted. */
export function smallDisk(): SmallDisk | undefined {
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
      for (const piece of PIECES) while (append(piece));
    },
    free: () => rmSync(filler),
    browsers: () =>
      readdirSync(path, { recursive: true }).filter((name) => /(^|\/)browser-[^/]+$/.test(String(name)))
        .length,
    remove() {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}
