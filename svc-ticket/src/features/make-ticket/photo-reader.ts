import { LRUCache } from 'lru-cache';
import { fetchPhoto, type PhotoSources } from './fetch-photo.ts';

/** From the preview to the ticket, with the payment in between. */
const LIFETIME_MS = 10 * 60_000;
/** Of at most 24 KB each. */
const MAX_PHOTOS = 1000;

export interface PhotoReader {
  /** Undefined when the bytes are no readable picture. @throws like `fetchPhoto` */
  readonly read: (documentId: string) => Promise<Buffer | undefined>;
  /** For a person whose data is erased. */
  readonly forgetAll: () => void;
}

/** Has the photos of recent previews in memory: one document id always has the same bytes. */
export function createPhotoReader(sources: PhotoSources): PhotoReader {
  const photos = new LRUCache<string, Buffer>({ max: MAX_PHOTOS, ttl: LIFETIME_MS, ttlAutopurge: true });

  return {
    async read(documentId) {
      const photo = photos.get(documentId) ?? (await fetchPhoto(sources, documentId));
      if (photo && !photos.has(documentId)) photos.set(documentId, photo);
      return photo;
    },
    forgetAll: () => photos.clear(),
  };
}
