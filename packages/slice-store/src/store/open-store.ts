import { CommandError } from '../command-error.ts';
import { createFolderStore } from './folder-store.ts';
import type { SliceStore } from './slice-store.ts';

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** `s3://<bucket>/<prefix>`, or a folder. @throws CommandError for another address */
export async function openStore(address: string): Promise<SliceStore> {
  const [, bucket, keyPrefix = ''] = bucketAddress.exec(address) ?? [];
  if (bucket) {
    // The library is large, and most stores are folders.
    const { createBucketStore } = await import('./bucket-store.ts');
    const prefix = keyPrefix.replace(/\/*$/, '/').replace(/^\/+/, '');
    return createBucketStore({ bucket, prefix });
  }
  if (address.includes('://')) {
    throw new CommandError(`A slice store is a folder or s3://<bucket>/<prefix>; '${address}' is neither.`);
  }
  return createFolderStore(address);
}
