import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '@archaka/service-kit/command-line';
import type { SliceStore } from './slice-store.ts';

export function createFolderStore(folder: string): SliceStore {
  const read = (key: string) => readFile(path.join(folder, key)).catch(ignoreErrorCode('ENOENT'));
  return {
    address: folder,
    read,
    async put(key, content) {
      const isNew = await create(path.join(folder, key), content);
      return isNew || ((await read(key))?.equals(content) ?? false);
    },
    async list(subfolder) {
      const entries = await readdir(path.join(folder, subfolder), { withFileTypes: true }).catch(
        ignoreErrorCode('ENOENT'),
      );
      const files = (entries ?? []).filter((entry) => entry.isFile() && !isTempFile(entry.name));
      return files.map(({ name }) => name).sort();
    },
  };
}

/** A link fails on an existing file, and its target is complete. */
async function create(file: string, content: Buffer): Promise<boolean> {
  const parentFolder = path.dirname(file);
  const tempFile = path.join(parentFolder, `.${randomUUID()}`);
  createFolder(parentFolder);
  try {
    await writeFile(tempFile, content, { flush: true });
    await link(tempFile, file);
    return true;
  } catch (error) {
    ignoreErrorCode('EEXIST')(error as NodeJS.ErrnoException);
    return false;
  } finally {
    await rm(tempFile, { force: true });
  }
}

const isTempFile = (name: string) => name.startsWith('.');

const ignoreErrorCode = (expected: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== expected) throw error;
  return undefined;
};
