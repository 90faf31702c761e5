import type { Bucket } from '@archaka/service-kit/bucket';
import { findMediaType } from './media-types.ts';
import type { SliceStore } from './slice-store.ts';

export function createBucketStore(bucket: Bucket): SliceStore {
  return {
    address: bucket.address,
    read: (key) => bucket.read(key),
    // The client retries after a lost response and may find its own object.
    put: async (key, content) => {
      const headers = {
        mediaType: findMediaType(key),
        cacheControl: 'public, max-age=31536000, immutable',
      };
      if (await bucket.create(key, content, headers)) return true;
      return (await bucket.read(key))?.equals(content) ?? false;
    },
    async list(folder) {
      const names: string[] = [];
      for await (const keys of bucket.list(folder, { isDeep: false }))
        names.push(...keys.map((key) => key.slice(folder.length + 1)));
      return names.sort();
    },
  };
}
