import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

interface StoredFile {
  /** From the folder. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Every file below a folder in turn, except files that servers delete meanwhile. */
export async function* readFilesBelow(folder: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes) yield { path: relative(folder, path), bytes };
  }
}
