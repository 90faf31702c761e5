import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { notFound, unreadable } from '@archaka/service-kit';
import { DataStore, Upload } from '@tus/server';
import {
  type Upload as StoredUpload,
  UPLOAD_LIFETIME_MS,
  type UploadRepository,
} from '../../persistence/upload-repository.ts';

const storage = new AsyncLocalStorage<StoredUpload>();

/** Reads the upload once for a request: only its outcome changes later, and a second chunk at its offset conflicts. */
export const runWithUpload = (upload: StoredUpload, work: () => void): void => storage.run(upload, work);

/** Undefined in the request that creates the upload. */
export const getRequestUpload = (): StoredUpload | undefined => storage.getStore();

/** Bytes stored at once. A killed instance loses no more, and the browser resends them. */
const CHUNK_BYTES = 128 * 1024;
/** A request sends at least this many bytes or the last ones: each piece is a row, and a paper has at most 320. */
const MIN_REQUEST_BYTES = 16 * 1024;

class ChunkWriter {
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  readonly #repository: UploadRepository;
  readonly #upload: StoredUpload;
  readonly #start: number;
  offset: number;

  constructor(repository: UploadRepository, upload: StoredUpload, offset: number) {
    this.#repository = repository;
    this.#upload = upload;
    this.#start = offset;
    this.offset = offset;
  }

  /** Whether what this request has sent may be stored as it is. */
  hasEnough(): boolean {
    const end = this.offset + this.#bufferedBytes;
    return end - this.#start >= MIN_REQUEST_BYTES || end === this.#upload.size;
  }

  async write(chunk: Buffer): Promise<void> {
    this.#buffered.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes >= CHUNK_BYTES) await this.flush();
  }

  /** @throws WriteConflict when another request wrote at the same offset. */
  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    if (bytes.length === 0) return;
    await this.#repository.appendChunk(this.#upload, { start: this.offset, bytes });
    this.offset += bytes.length;
  }
}

export class ChunkStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  readonly #repository: UploadRepository;

  constructor(repository: UploadRepository) {
    super();
    this.#repository = repository;
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#find(id);
    const { kind, size, begunAt } = upload;
    return new Upload({
      id,
      size,
      offset: await this.#repository.countReceivedBytes(upload),
      metadata: { kind },
      creation_date: begunAt.toISOString(),
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const writer = new ChunkWriter(this.#repository, await this.#find(id), offset);
    try {
      for await (const chunk of stream) await writer.write(chunk);
    } catch (error) {
      // The connection broke: the browser goes on from what is stored.
      if (writer.hasEnough()) await writer.flush();
      throw error;
    }
    if (!writer.hasEnough()) throw unreadable('The upload cannot be read.');
    await writer.flush();
    return writer.offset;
  }

  async #find(id: string): Promise<StoredUpload> {
    const known = getRequestUpload();
    const upload = known?.id === id ? known : await this.#repository.find(id);
    if (!upload) throw notFound();
    return upload;
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.#repository.remove(id))) throw notFound();
  }
}
