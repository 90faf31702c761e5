import { Refusal } from '../refusal.ts';
import { folderStore } from './folder.ts';
import type { SliceStore } from './slice-store.ts';

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/**
 * The store at an address: `s3://<bucket>/<prefix>`, or a folder.
 * @throws Refusal when it is neither
 */
export async function openStore(address: string): Promise<SliceStore> {
  const [, bucket, below = ''] = bucketAddress.exec(address) ?? [];
  if (bucket) {
    // Its library is large, and most stores are folders.
    const { bucketStore } = await import('./bucket.ts');
    const prefix = below.replace(/\/*$/, '/').replace(/^\/+/, '');
    return bucketStore({ bucket, prefix });
  }
  if (address.includes('://')) {
    throw new Refusal(`A slice store is a folder or s3://<bucket>/<prefix>; '${address}' is neither.`);
  }
  return folderStore(address);
}
