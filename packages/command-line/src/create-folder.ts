import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from './command-error.ts';

/**
 * Creates a folder that an operator named, and its parents; only its owner may read it. Node's recursive mkdir never
 * returns where the system rejects a folder with ENOENT, as below /proc.
 * @throws CommandError with the system's reason
 */
export function createFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) createFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new CommandError(`The folder ${path} cannot be created (${code}).`);
  }
}
