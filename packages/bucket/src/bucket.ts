import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BucketLocation } from './address.ts';

/** S3's codes for an existing object and for a concurrent write. */
const PRECONDITION_FAILED = 412;
const CONFLICT = 409;
const retryDelayMs = 50;

export interface ObjectHeaders {
  readonly mediaType?: string | undefined;
  readonly cacheControl?: string;
  /** Until then no account can delete the object or shorten this time; the bucket must have object lock. */
  readonly lockedUntil?: Date;
}

interface ListOptions {
  /** With false, only the objects directly in the folder. */
  readonly isDeep: boolean;
}

/** Keys are below the prefix of the address. Every call @throws the SDK's error. */
export interface Bucket {
  /** `s3://<bucket>/<prefix>` */
  readonly address: string;
  /** Undefined where there is no such object. */
  readonly read: (key: string) => Promise<Buffer | undefined>;
  readonly write: (key: string, content: Buffer) => Promise<void>;
  /** Atomic; the bucket must support `If-None-Match: *`. @returns false when the object exists */
  readonly create: (key: string, content: Buffer, headers: ObjectHeaders) => Promise<boolean>;
  /** Sorted keys of the folder, up to 1,000 a page. */
  readonly list: (folder: string, options: ListOptions) => AsyncIterable<string[]>;
  /** As `list`, with objects that a delete marker hides; an object with several versions repeats. */
  readonly listVersions: (folder: string) => AsyncIterable<string[]>;
  /** At most 1,000. */
  readonly remove: (keys: readonly string[]) => Promise<void>;
}

interface ObjectLocation {
  readonly Bucket: string;
  readonly Key: string;
}

async function readObject(client: S3Client, location: ObjectLocation): Promise<Buffer | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand(location));
    return Body && Buffer.from(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

async function createObject(client: S3Client, put: PutObjectCommand): Promise<boolean> {
  try {
    await client.send(put);
    return true;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === PRECONDITION_FAILED) return false;
    if (status !== CONFLICT) throw error;
    await pause(retryDelayMs * (1 + Math.random()));
    return createObject(client, put);
  }
}

/** The SDK has no paginator for versions. */
async function* listVersions(client: S3Client, query: { Bucket: string; Prefix: string }) {
  let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (markers) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ ...query, ...markers }),
    );
    yield (page.Versions ?? []).flatMap(({ Key }) => (Key ? [Key] : []));
    markers = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
}

const toLock = (lockedUntil: Date | undefined) =>
  lockedUntil && { ObjectLockMode: 'COMPLIANCE' as const, ObjectLockRetainUntilDate: lockedUntil };

async function removeObjects(client: S3Client, bucket: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
  if (Errors.length > 0) throw new Error(`deleting ${Errors.length} objects failed: ${Errors[0]?.Code}`);
}

/** Region, keys and address are the SDK's variables (`AWS_REGION`, …). */
export function createBucket({ name, prefix }: BucketLocation): Bucket {
  const client = new S3Client({
    // Other providers seldom have a host name for each bucket.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
    requestHandler: { connectionTimeout: 2000, requestTimeout: 5000 },
  });
  const toObject = (key: string) => ({ Bucket: name, Key: prefix + key });

  return {
    address: `s3://${name}/${prefix}`,
    read: (key) => readObject(client, toObject(key)),
    write: async (key, content) => {
      await client.send(new PutObjectCommand({ ...toObject(key), Body: content }));
    },
    create: (key, content, { mediaType = 'application/octet-stream', cacheControl, lockedUntil }) =>
      createObject(
        client,
        new PutObjectCommand({
          ...toObject(key),
          Body: content,
          IfNoneMatch: '*',
          ContentType: mediaType,
          CacheControl: cacheControl,
          ...toLock(lockedUntil),
        }),
      ),
    async *list(folder, { isDeep }) {
      const query = { Bucket: name, Prefix: `${prefix}${folder}/`, ...(!isDeep && { Delimiter: '/' }) };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, query)) {
        yield Contents.flatMap(({ Key }) => (Key ? [Key.slice(prefix.length)] : []));
      }
    },
    async *listVersions(folder) {
      const query = { Bucket: name, Prefix: `${prefix}${folder}/` };
      for await (const keys of listVersions(client, query)) yield keys.map((key) => key.slice(prefix.length));
    },
    remove: (keys) =>
      removeObjects(
        client,
        name,
        keys.map((key) => prefix + key),
      ),
  };
}
