import { openBucket, parseBucketAddress } from '@archaka/service-kit/bucket';
import { CommandError } from '@archaka/service-kit/command-line';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStore } from './folder-store.ts';
import type { SliceStore } from './slice-store.ts';

/** `s3://<bucket>/<prefix>`, or a folder. @throws CommandError for another address */
export async function openStore(address: string): Promise<SliceStore> {
  const location = parseBucketAddress(address);
  if (location) return createBucketStore(await openBucket(location));
  if (address.includes('://')) {
    throw new CommandError(`A slice store is a folder or s3://<bucket>/<prefix>; '${address}' is neither.`);
  }
  return createFolderStore(address);
}
