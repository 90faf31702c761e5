import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallVersitygw, startBucket } from '@archaka/engines';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectRetentionCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';

export type TestBucket = Awaited<ReturnType<typeof startTestBucket>>;

/** An S3 server with one empty bucket. */
export async function startTestBucket() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bucket-'));
  const { env, name, stop } = await startBucket({ versitygw: await findOrInstallVersitygw(), dataDir });
  return {
    /** The AWS SDK's variables. */
    env,
    /** `s3://…` */
    address: `s3://${name}`,
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type LockedBucket = Awaited<ReturnType<typeof createLockedBucket>>;

const toClient = ({
  AWS_ENDPOINT_URL_S3,
  AWS_REGION,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
}: TestBucket['env']) =>
  new S3Client({
    forcePathStyle: true,
    endpoint: AWS_ENDPOINT_URL_S3 ?? '',
    region: AWS_REGION ?? '',
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID ?? '', secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '' },
  });

/** Adds a bucket with object lock to the server. */
export async function createLockedBucket({ env }: TestBucket) {
  const Bucket = 'locked';
  const client = toClient(env);
  await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
  const remove = async (object: { Key?: string | undefined; VersionId?: string | undefined }) => {
    const command = new DeleteObjectCommand({ Bucket, Key: object.Key, VersionId: object.VersionId });
    try {
      await client.send(command);
      return [];
    } catch (error) {
      if (error instanceof S3ServiceException) return [error.name];
      throw error;
    }
  };
  return {
    /** `s3://…` */
    address: `s3://${Bucket}`,
    /** Keys that an ordinary listing shows, sorted. */
    list: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = '' }) => Key).sort();
    },
    readRetention: async (Key: string) => {
      const { Retention } = await client.send(new GetObjectRetentionCommand({ Bucket, Key }));
      return { mode: Retention?.Mode, until: Retention?.RetainUntilDate };
    },
    /** Deletes every version, then every object, with the server's root account. @returns the errors' codes */
    deleteAll: async () => {
      const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
      const codes: string[] = [];
      for (const { Key, VersionId } of Versions) codes.push(...(await remove({ Key, VersionId })));
      for (const { Key } of Versions) codes.push(...(await remove({ Key })));
      return codes;
    },
  };
}
