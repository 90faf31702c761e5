import { join } from 'node:path';
import { type Bucket, openBucket, parseBucketAddress } from '@archaka/service-kit/bucket';
import { CommandError } from '@archaka/service-kit/command-line';
import { Binary, BSON } from 'mongodb';
import {
  type BackedUpCollection,
  listCollections,
  type Manifest,
  readDocuments,
  writeDocuments,
} from './files.ts';

/** The service's folder of the bucket, listed like a collection. */
const OBJECTS = 'objects-of-the-bucket';
const CONCURRENCY = 16;

interface StoredObject {
  /** The object's key. */
  readonly _id: string;
  readonly content: Binary;
}

/** The bucket of FILES_URL; undefined if files are in MongoDB. @throws CommandError for another address */
export async function openFilesBucket({ FILES_URL }: NodeJS.ProcessEnv): Promise<Bucket | undefined> {
  if (!FILES_URL) return undefined;
  const location = parseBucketAddress(FILES_URL);
  if (!location) throw new CommandError('FILES_URL is not s3://bucket/prefix.');
  return openBucket(location);
}

export const isObjects = ({ name }: Pick<BackedUpCollection, 'name'>): boolean => name === OBJECTS;

/** @throws CommandError for a backup with files of a bucket if FILES_URL is not set */
export function assertBucket(backup: Manifest, bucket: Bucket | undefined): void {
  if (!bucket && listCollections(backup).some(isObjects))
    throw new CommandError('The backup holds files of a bucket: set FILES_URL to the target bucket.');
}

const toCommandError = (error: unknown): never => {
  throw new CommandError(`The bucket of FILES_URL fails: ${Object(error).name}.`);
};

/** Objects are deleted a day after their rows at the earliest, so those of the snapshot still exist. */
async function* readObjects(bucket: Bucket, service: string): AsyncGenerator<Uint8Array> {
  for await (const keys of bucket.list(service, { isDeep: true }))
    for (let start = 0; start < keys.length; start += CONCURRENCY) {
      const batch = keys.slice(start, start + CONCURRENCY);
      const contents = await Promise.all(batch.map((key) => bucket.read(key)));
      for (const [index, content] of contents.entries())
        if (content) yield BSON.serialize({ _id: batch[index], content: new Binary(content) });
    }
}

/** Writes the service's objects to the folder. */
export async function dumpObjects(
  bucket: Bucket,
  { folder, service }: { readonly folder: string; readonly service: string },
): Promise<BackedUpCollection> {
  const file = `${service}/${OBJECTS}.bson`;
  const written = await writeDocuments(join(folder, file), readObjects(bucket, service)).catch(
    toCommandError,
  );
  return { name: OBJECTS, file, ...written };
}

/** Existing objects stay: no row of the backup names them, or they are identical. */
export async function loadObjects(bucket: Bucket, path: string): Promise<void> {
  let batch: StoredObject[] = [];
  const write = async () => {
    const objects = batch;
    batch = [];
    await Promise.all(
      objects.map(({ _id, content }) => bucket.write(_id, Buffer.from(content.buffer))),
    ).catch(toCommandError);
  };
  for await (const document of readDocuments(path)) {
    batch.push(BSON.deserialize(document) as StoredObject);
    if (batch.length === CONCURRENCY) await write();
  }
  await write();
}
