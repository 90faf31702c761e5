import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SliceStore } from './slice-store.ts';

/** A store in a folder, which all who write to it may share. */
export function folderStore(folder: string): SliceStore {
  const read = (key: string) => readFile(path.join(folder, key)).catch(unless('ENOENT'));
  return {
    address: folder,
    read,
    async put(key, content) {
      const isNew = await create(path.join(folder, key), content);
      return isNew || ((await read(key))?.equals(content) ?? false);
    },
    async list(below) {
      const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(
        unless('ENOENT'),
      );
      const files = (entries ?? []).filter((entry) => entry.isFile() && !isDraft(entry.name));
      return files.map(({ name }) => name).sort();
    },
  };
}

/** A link is made only where nothing lies, and what it leads to is whole. */
async function create(file: string, content: Buffer): Promise<boolean> {
  const around = path.dirname(file);
  const draft = path.join(around, `.${randomUUID()}`);
  await mkdir(around, { recursive: true });
  try {
    await writeFile(draft, content, { flush: true });
    await link(draft, file);
    return true;
  } catch (error) {
    unless('EEXIST')(error as NodeJS.ErrnoException);
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

const isDraft = (name: string) => name.startsWith('.');

const unless = (expected: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== expected) throw error;
  return undefined;
};
