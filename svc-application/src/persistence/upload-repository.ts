import {
  type PersonalData,
  type PersonalValue,
  personalValueFields,
  type StoredFile,
  storedFileFields,
} from '@archaka/privacy-kit';
import { mapDuplicateKey, sealRows } from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { FileRef } from '../domain/application.ts';
import type { FormFile } from '../domain/form-files.ts';

/** Also the time for which the outcome can be queried. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

type UploadOutcome = FileRef | { readonly refused: string; readonly why: 'wrong-type' | 'invalid' };

export interface Upload {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: FormFile['field'];
  /** Bytes, as announced. */
  readonly size: number;
  readonly begunAt: Date;
  readonly outcome: UploadOutcome | null;
  /** Of the file on the applicant's device; sealed. */
  readonly name?: PersonalValue;
}

export type UploadRef = Pick<Upload, 'id' | 'ownerId'>;

interface UploadRow extends Omit<Upload, 'id'> {
  _id: string;
  expiresAt: Date;
}

interface ChunkRow {
  /** `<upload id>:<start>` */
  _id: string;
  uploadId: string;
  start: number;
  size: number;
  sealed: StoredFile;
  expiresAt: Date;
}

const [UPLOADS, CHUNKS] = ['resumableuploads', 'uploadpieces'] as const;
/** Characters; no file system has longer names. */
const MAX_NAME = 255;

const toChunkPlace = (id: string) => ({ collection: CHUNKS, id, field: 'bytes' });
const toNamePlace = (id: string) => ({ collection: UPLOADS, id, field: 'name' });

const subdocumentOptions = { _id: false, versionKey: false } as const;
const outcomeSchema = new Schema(
  { documentId: String, filetype: String, refused: String, why: String },
  subdocumentOptions,
);

const uploadSchema = new Schema<UploadRow>(
  {
    _id: String,
    ownerId: String,
    kind: String,
    size: Number,
    begunAt: Date,
    outcome: outcomeSchema,
    name: { type: personalValueFields, default: undefined, _id: false },
    expiresAt: Date,
  },
  { versionKey: false, collection: UPLOADS },
)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index({ ownerId: 1 });

const chunkSchema = sealRows(
  new Schema<ChunkRow>(
    {
      _id: String,
      uploadId: String,
      start: Number,
      size: Number,
      sealed: { type: storedFileFields, default: undefined, _id: false },
      expiresAt: Date,
    },
    { versionKey: false, collection: CHUNKS },
  ),
  ['sealed'],
)
  .index({ uploadId: 1, start: 1 })
  .index({ 'sealed.owner': 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const toUpload = ({ _id, expiresAt: _expiresAt, ...row }: UploadRow): Upload => ({ id: _id, ...row });
const createExpiry = () => new Date(Date.now() + UPLOAD_LIFETIME_MS);

/**
 * A chunk's `_id` is its start, where the previous one ends. One of several concurrent writers succeeds, so chunks
 * neither overlap nor leave gaps. No chunk expires before its upload.
 */
export class UploadRepository {
  readonly #uploads: Model<UploadRow>;
  readonly #chunks: Model<ChunkRow>;
  readonly #files: PersonalData;

  constructor(connection: Connection, files: PersonalData) {
    this.#uploads = connection.model<UploadRow>('Upload', uploadSchema);
    this.#chunks = connection.model<ChunkRow>('UploadPiece', chunkSchema);
    this.#files = files;
  }

  async create({
    id,
    name,
    ...upload
  }: Omit<Upload, 'outcome' | 'begunAt' | 'name'> & { name: string }): Promise<void> {
    const fields = { name: name.slice(0, MAX_NAME) };
    const sealed = await this.#files.sealFields(upload.ownerId, fields, toNamePlace(id));
    const state = { begunAt: new Date(), outcome: null, expiresAt: createExpiry() };
    await this.#uploads.insertMany([{ _id: id, ...upload, name: sealed, ...state }], { lean: true });
  }

  /** Undefined for an upload that began without one. */
  async readName({ id, name }: Upload): Promise<string | undefined> {
    if (!name) return undefined;
    return (await this.#files.openFields<{ name: string }>(name, toNamePlace(id))).name || undefined;
  }

  async find(id: string): Promise<Upload | undefined> {
    const row = await this.#uploads.findById(id).lean<UploadRow>();
    return row ? toUpload(row) : undefined;
  }

  async countReceivedBytes({ id, size, outcome }: Upload): Promise<number> {
    if (outcome) return size;
    const chunks = this.#chunks.findOne({ uploadId: id }, { start: 1, size: 1 });
    const last = await chunks.sort({ start: -1 }).lean();
    return last ? last.start + last.size : 0;
  }

  /** @throws WriteConflict when a chunk starts there already. */
  async appendChunk(
    { id: uploadId, ownerId }: UploadRef,
    { start, bytes }: { start: number; bytes: Buffer },
  ): Promise<void> {
    const _id = `${uploadId}:${start}`;
    const sealed = await this.#files.writeFile(ownerId, bytes, toChunkPlace(_id));
    const row = { _id, uploadId, start, size: bytes.length, sealed, expiresAt: createExpiry() };
    await mapDuplicateKey(() => this.#chunks.insertMany([row], { lean: true }));
  }

  /** Empty once the outcome is known. */
  async read(id: string): Promise<Buffer> {
    const found = this.#chunks.find({ uploadId: id }, { sealed: 1 }).sort({ start: 1 });
    const opened = (await found.lean<ChunkRow[]>()).map(({ _id, sealed }) =>
      this.#files.readFile(sealed, toChunkPlace(_id)),
    );
    return Buffer.concat(await Promise.all(opened));
  }

  async finish(id: string, outcome: UploadOutcome): Promise<void> {
    await this.#uploads.updateOne({ _id: id }, { $set: { outcome } });
    await this.#chunks.deleteMany({ uploadId: id });
  }

  /** False when it is removed already. */
  async remove(id: string): Promise<boolean> {
    const { deletedCount } = await this.#uploads.deleteOne({ _id: id });
    await this.#chunks.deleteMany({ uploadId: id });
    return deletedCount === 1;
  }

  /** Also chunks that came after their upload was removed. */
  async removeByOwner(ownerId: string): Promise<void> {
    await this.#uploads.deleteMany({ ownerId });
    await this.#chunks.deleteMany({ 'sealed.owner': ownerId });
  }
}
