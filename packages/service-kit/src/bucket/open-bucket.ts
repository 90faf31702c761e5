import type { Bucket, BucketLocation } from './bucket.ts';

export type { Bucket };

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** `s3://<bucket>/<prefix>`; undefined for another address. */
export function parseBucketAddress(address: string): BucketLocation | undefined {
  const [, name, prefix = ''] = bucketAddress.exec(address) ?? [];
  if (!name) return undefined;
  return { name, prefix: prefix.replace(/\/*$/, '/').replace(/^\/+/, '') };
}

/** Loads the SDK, which is large, only where a bucket is used. */
export async function openBucket(location: BucketLocation): Promise<Bucket> {
  const { Bucket } = await import('./bucket.ts');
  return new Bucket(location);
}
