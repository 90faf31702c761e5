export { parseBucketAddress } from './address.ts';
export type { Bucket } from './bucket.ts';
export { openBucket } from './open-bucket.ts';
