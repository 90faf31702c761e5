import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Bucket, openBucket, parseBucketAddress } from '@archaka/service-kit/bucket';
import { CommandError, createFolder } from '@archaka/service-kit/command-line';

/** Immutable: nothing is overwritten. */
export interface SliceStore {
  readonly address: string;
  readonly read: (key: string) => Promise<Buffer | undefined>;
  /** Atomic. @returns false when other content exists */
  readonly put: (key: string, content: Buffer) => Promise<boolean>;
  readonly list: (folder: string) => Promise<string[]>;
}

/** `s3://<bucket>/<prefix>`, or a folder. @throws CommandError for another address */
export async function openStore(address: string): Promise<SliceStore> {
  const location = parseBucketAddress(address);
  if (location) return createBucketStore(await openBucket(location));
  if (address.includes('://')) {
    throw new CommandError(`A slice store is a folder or s3://<bucket>/<prefix>; '${address}' is neither.`);
  }
  return createFolderStore(address);
}

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

function createBucketStore(bucket: Bucket): SliceStore {
  return {
    address: bucket.address,
    read: (key) => bucket.read(key),
    // The client retries after a lost response and may find its own object.
    put: async (key, content) => {
      const headers = {
        mediaType: findMediaType(key),
        cacheControl: 'public, max-age=31536000, immutable',
      };
      if (await bucket.create(key, content, headers)) return true;
      return (await bucket.read(key))?.equals(content) ?? false;
    },
    async list(folder) {
      const names: string[] = [];
      for await (const keys of bucket.list(folder, { isDeep: false }))
        names.push(...keys.map((key) => key.slice(folder.length + 1)));
      return names.sort();
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export const findMediaType = (file: string): string | undefined => types[path.extname(file)];
