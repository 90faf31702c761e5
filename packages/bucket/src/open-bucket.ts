import type { BucketLocation } from './address.ts';
import type { Bucket } from './bucket.ts';

/** Loads the SDK, which is large, only where a bucket is used. */
export async function openBucket(location: BucketLocation): Promise<Bucket> {
  const { createBucket } = await import('./bucket.ts');
  return createBucket(location);
}
