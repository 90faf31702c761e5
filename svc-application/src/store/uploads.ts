import { type Connection, Schema } from 'mongoose';
import type { FileRef } from '../domain/application.ts';
import type { FormFile } from '../domain/form-files.ts';
import { firstComeFirst } from './contended.ts';

/** How long an upload may take, and how long its outcome can be asked for. */
export const UPLOAD_MS = 24 * 60 * 60 * 1000;

/** What became of a file that arrived whole. */
export type Outcome = FileRef | { readonly refused: string; readonly why: 'wrong-type' | 'invalid' };

/** A file on its way up. */
export interface Upload {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: FormFile['field'];
  /** Bytes, told beforehand. */
  readonly size: number;
  readonly begunAt: Date;
  readonly outcome: Outcome | null;
}

interface UploadRow extends Omit<Upload, 'id'> {
  _id: string;
  expiresAt: Date;
}

interface PieceRow {
  /** `<upload id>:<start>` */
  _id: string;
  uploadId: string;
  start: number;
  size: number;
  bytes: Buffer;
  expiresAt: Date;
}

const parts = { _id: false, versionKey: false } as const;
const outcome = new Schema({ documentId: String, filetype: String, refused: String, why: String }, parts);

const uploadSchema = new Schema<UploadRow>(
  {
    _id: String,
    ownerId: String,
    kind: String,
    size: Number,
    begunAt: Date,
    outcome,
    expiresAt: Date,
  },
  { versionKey: false, collection: 'resumableuploads' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const pieceSchema = new Schema<PieceRow>(
  { _id: String, uploadId: String, start: Number, size: Number, bytes: Buffer, expiresAt: Date },
  { versionKey: false, collection: 'uploadpieces' },
)
  .index({ uploadId: 1, start: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const uploadOf = ({ _id, expiresAt: _when, ...row }: UploadRow): Upload => ({ id: _id, ...row });
const expiry = () => new Date(Date.now() + UPLOAD_MS);

/**
 * Files on their way up, in pieces as they arrived. A piece's `_id` is where it starts, and each begins where one
 * before it ends: of several writers at one place a single one comes through, so pieces neither overlap nor leave
 * gaps. No piece expires before its upload.
 */
export function makeUploads(connection: Connection) {
  const Uploads = connection.model('Upload', uploadSchema);
  const Pieces = connection.model('UploadPiece', pieceSchema);

  return {
    begin: async ({ id, ...upload }: Omit<Upload, 'outcome' | 'begunAt'>): Promise<void> => {
      const row = { _id: id, ...upload, begunAt: new Date(), outcome: null, expiresAt: expiry() };
      await Uploads.insertMany([row], { lean: true });
    },

    find: async (id: string): Promise<Upload | undefined> => {
      const row = await Uploads.findById(id).lean<UploadRow>();
      return row ? uploadOf(row) : undefined;
    },

    /** How many bytes of an upload have arrived. */
    countReceived: async ({ id, size, outcome: known }: Upload): Promise<number> => {
      if (known) return size;
      const last = await Pieces.findOne({ uploadId: id }, { start: 1, size: 1 }).sort({ start: -1 }).lean();
      return last ? last.start + last.size : 0;
    },

    /** @throws Contended when a piece starts there already. */
    append: async (uploadId: string, { start, bytes }: { start: number; bytes: Buffer }): Promise<void> => {
      const piece = { uploadId, start, size: bytes.length, bytes, expiresAt: expiry() };
      const row = { _id: `${uploadId}:${start}`, ...piece };
      await firstComeFirst(() => Pieces.insertMany([row], { lean: true }));
    },

    /** What has arrived; nothing any more once its outcome is known. */
    read: async (id: string): Promise<Buffer> => {
      const pieces = await Pieces.find({ uploadId: id }, { bytes: 1 })
        .sort({ start: 1 })
        .lean<{ bytes: { buffer: Buffer } }[]>();
      return Buffer.concat(pieces.map(({ bytes }) => bytes.buffer));
    },

    /** Keeps the outcome and lets go of the pieces. */
    conclude: async (id: string, known: Outcome): Promise<void> => {
      await Uploads.updateOne({ _id: id }, { $set: { outcome: known } });
      await Pieces.deleteMany({ uploadId: id });
    },

    remove: async (id: string): Promise<void> => {
      await Uploads.deleteOne({ _id: id });
      await Pieces.deleteMany({ uploadId: id });
    },
  };
}
export type Uploads = ReturnType<typeof makeUploads>;
