import { internalRoutes } from '@archaka/contracts';
import type { ServiceClient } from '@archaka/service-kit';
import { DecoderPool, UnusableFile } from '@archaka/service-kit/decoder';
import { LRUCache } from 'lru-cache';

/** From the preview to the ticket, with the payment in between. */
const LIFETIME_MS = 10 * 60_000;
/** Of at most 24 KB each. */
const MAX_PHOTOS = 1000;
const FETCH_TIMEOUT_MS = 3000;

export interface PhotoJob {
  readonly bytes: Uint8Array;
}

export type PhotoDecoder = Pick<DecoderPool<PhotoJob>, 'decode' | 'close'>;

const createDecoder = (): PhotoDecoder =>
  new DecoderPool({ entry: new URL('photo-decoder-program.ts', import.meta.url), processes: 1 });

/** Has the photos of recent previews in memory: one document id always has the same bytes. */
export class PhotoReader {
  readonly #services: Pick<ServiceClient, 'get'>;
  readonly #decoder: PhotoDecoder;
  readonly #photos = new LRUCache<string, Buffer>({ max: MAX_PHOTOS, ttl: LIFETIME_MS, ttlAutopurge: true });

  constructor(services: Pick<ServiceClient, 'get'>, decoder: PhotoDecoder = createDecoder()) {
    this.#services = services;
    this.#decoder = decoder;
  }

  /**
   * As a JPEG of the size on the ticket; undefined when the bytes are no readable picture.
   * @throws DependencyUnavailable, or HttpProblem for an unknown document
   */
  async read(documentId: string): Promise<Buffer | undefined> {
    const cached = this.#photos.get(documentId);
    if (cached) return cached;
    const { service, path } = internalRoutes.documentContent;
    const address = path.replace(':id', encodeURIComponent(documentId));
    const { content: bytes } = await this.#services.get(service, address, { timeoutMs: FETCH_TIMEOUT_MS });
    try {
      const photo = await this.#decoder.decode(documentId, { bytes });
      this.#photos.set(documentId, photo);
      return photo;
    } catch (error) {
      if (error instanceof UnusableFile) return undefined;
      throw error;
    }
  }

  /** For a person whose data is erased. */
  forgetAll(): void {
    this.#photos.clear();
  }

  close(): Promise<void> {
    return this.#decoder.close();
  }
}
