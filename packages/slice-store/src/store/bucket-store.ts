import { setTimeout as pause } from 'node:timers/promises';
import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { findMediaType } from './media-types.ts';
import type { SliceStore } from './slice-store.ts';

/** S3's codes for an existing object and for a concurrent write. */
const PRECONDITION_FAILED = 412;
const CONFLICT = 409;
const retryDelayMs = 50;

interface BucketLocation {
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix: string;
}

/** The bucket must support `If-None-Match: *`. Region, keys and address are the SDK's variables (`AWS_REGION`, …). */
export function createBucketStore({ bucket, prefix }: BucketLocation): SliceStore {
  const client = new S3Client({
    // Other providers seldom have a host name for each bucket.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
    requestHandler: { connectionTimeout: 2000, requestTimeout: 5000 },
  });
  const toObject = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const read = (key: string) => readObject(client, toObject(key));

  return {
    address: `s3://${bucket}/${prefix}`,
    read,
    // The client retries after a lost response and may find its own object.
    put: async (key, content) =>
      (await createObject(client, toObject(key), content)) || ((await read(key))?.equals(content) ?? false),
    async list(folder) {
      const folderPrefix = `${prefix}${folder}/`;
      const names: string[] = [];
      const query = { Bucket: bucket, Prefix: folderPrefix, Delimiter: '/' };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, query)) {
        names.push(...Contents.flatMap(({ Key }) => (Key ? [Key.slice(folderPrefix.length)] : [])));
      }
      return names.sort();
    },
  };
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

/** @returns false when the object exists */
async function createObject(client: S3Client, location: ObjectLocation, content: Buffer): Promise<boolean> {
  try {
    await client.send(
      new PutObjectCommand({
        ...location,
        Body: content,
        IfNoneMatch: '*',
        ContentType: findMediaType(location.Key) ?? 'application/octet-stream',
        CacheControl: 'public, max-age=31536000, immutable',
      }),
    );
    return true;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === PRECONDITION_FAILED) return false;
    if (status !== CONFLICT) throw error;
    await pause(retryDelayMs * (1 + Math.random()));
    return createObject(client, location, content);
  }
}
