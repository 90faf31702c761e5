import {
  type FileStorage,
  mapDuplicateKey,
  type StoredFile,
  sealRows,
  storedFileFields,
} from '@archaka/service-kit';
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

const CHUNKS = 'uploadpieces';

const toChunkPlace = (id: string) => ({ collection: CHUNKS, id, field: 'bytes' });

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
    expiresAt: Date,
  },
  { versionKey: false, collection: 'resumableuploads' },
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
export interface UploadRepository {
  readonly create: (upload: Omit<Upload, 'outcome' | 'begunAt'>) => Promise<void>;
  readonly find: (id: string) => Promise<Upload | undefined>;
  readonly countReceivedBytes: (upload: Upload) => Promise<number>;
  /** @throws WriteConflict when a chunk starts there already. */
  readonly appendChunk: (upload: UploadRef, chunk: { start: number; bytes: Buffer }) => Promise<void>;
  /** Empty once the outcome is known. */
  readonly read: (id: string) => Promise<Buffer>;
  readonly finish: (id: string, knownOutcome: UploadOutcome) => Promise<void>;
  /** False when it is removed already. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Also chunks that came after their upload was removed. */
  readonly removeByOwner: (ownerId: string) => Promise<void>;
}

const createRemovals = (
  Uploads: Model<UploadRow>,
  Chunks: Model<ChunkRow>,
): Pick<UploadRepository, 'remove' | 'removeByOwner'> => ({
  remove: async (id) => {
    const { deletedCount } = await Uploads.deleteOne({ _id: id });
    await Chunks.deleteMany({ uploadId: id });
    return deletedCount === 1;
  },

  removeByOwner: async (ownerId) => {
    await Uploads.deleteMany({ ownerId });
    await Chunks.deleteMany({ 'sealed.owner': ownerId });
  },
});

export function createUploadRepository(connection: Connection, files: FileStorage): UploadRepository {
  const Uploads = connection.model<UploadRow>('Upload', uploadSchema);
  const Chunks = connection.model<ChunkRow>('UploadPiece', chunkSchema);

  return {
    ...createRemovals(Uploads, Chunks),

    create: async ({ id, ...upload }) => {
      const row = { _id: id, ...upload, begunAt: new Date(), outcome: null, expiresAt: createExpiry() };
      await Uploads.insertMany([row], { lean: true });
    },

    find: async (id) => {
      const row = await Uploads.findById(id).lean<UploadRow>();
      return row ? toUpload(row) : undefined;
    },

    countReceivedBytes: async ({ id, size, outcome: knownOutcome }) => {
      if (knownOutcome) return size;
      const lastChunk = await Chunks.findOne({ uploadId: id }, { start: 1, size: 1 })
        .sort({ start: -1 })
        .lean();
      return lastChunk ? lastChunk.start + lastChunk.size : 0;
    },

    appendChunk: async ({ id: uploadId, ownerId }, { start, bytes }) => {
      const _id = `${uploadId}:${start}`;
      const sealed = await files.writeFile(ownerId, bytes, toChunkPlace(_id));
      const row = { _id, uploadId, start, size: bytes.length, sealed, expiresAt: createExpiry() };
      await mapDuplicateKey(() => Chunks.insertMany([row], { lean: true }));
    },

    read: async (id) => {
      const chunks = await Chunks.find({ uploadId: id }, { sealed: 1 }).sort({ start: 1 }).lean<ChunkRow[]>();
      const opened = chunks.map(({ _id, sealed }) => files.readFile(sealed, toChunkPlace(_id)));
      return Buffer.concat(await Promise.all(opened));
    },

    finish: async (id, knownOutcome) => {
      await Uploads.updateOne({ _id: id }, { $set: { outcome: knownOutcome } });
      await Chunks.deleteMany({ uploadId: id });
    },
  };
}
