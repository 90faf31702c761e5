import type { Readable } from 'node:stream';
import { notFound } from '@archaka/service-kit';
import { DataStore, Upload } from '@tus/server';
import { UPLOAD_MS, type Uploads } from '../../store/uploads.ts';

/** Bytes that are put away together; a killed instance loses no more, and the browser sends them again. */
const PIECE = 128 * 1024;

/** Puts away what comes, piece after piece, also what had come when the connection breaks. */
class PieceWriter {
  private waiting: Buffer[] = [];
  private bytes = 0;
  private readonly uploads: Uploads;
  private readonly id: string;
  offset: number;

  constructor(uploads: Uploads, { id, offset }: { id: string; offset: number }) {
    this.uploads = uploads;
    this.id = id;
    this.offset = offset;
  }

  async take(chunk: Buffer): Promise<void> {
    this.waiting.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= PIECE) await this.putAway();
  }

  /** @throws Contended when another request has gone on from the same place. */
  async putAway(): Promise<void> {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.bytes = 0;
    if (bytes.length === 0) return;
    await this.uploads.append(this.id, { start: this.offset, bytes });
    this.offset += bytes.length;
  }
}

/** What the tus server keeps its bytes in: pieces in MongoDB, shared by all instances. */
export class PiecesStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  private readonly uploads: Uploads;

  constructor(uploads: Uploads) {
    super();
    this.uploads = uploads;
  }

  override getExpiration(): number {
    return UPLOAD_MS;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.uploads.find(id);
    if (!upload) throw notFound();
    const { kind, size, begunAt } = upload;
    return new Upload({
      id,
      size,
      offset: await this.uploads.countReceived(upload),
      metadata: { kind },
      creation_date: begunAt.toISOString(),
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const writer = new PieceWriter(this.uploads, { id, offset });
    try {
      for await (const chunk of stream) await writer.take(chunk);
    } finally {
      await writer.putAway();
    }
    return writer.offset;
  }

  override remove(id: string): Promise<void> {
    return this.uploads.remove(id);
  }
}
