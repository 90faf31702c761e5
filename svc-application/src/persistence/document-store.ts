import { createHash } from 'node:crypto';
import {
  type FileStorage,
  isDuplicateKey,
  type StoredFile,
  sealRows,
  storedFileFields,
} from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { FileRef } from '../domain/application.ts';

export interface DocumentMetadata extends FileRef {
  readonly ownerId: string;
  /** Bytes. */
  readonly size: number;
  /** When it was last stored or found referenced. */
  readonly touchedAt: Date;
}

interface NewDocument extends FileRef {
  readonly ownerId: string;
  readonly bytes: Buffer;
}

export interface StaleDocument {
  readonly id: string;
  readonly touchedAt: Date;
}

interface StalePage {
  readonly after: StaleDocument | undefined;
  readonly limit: number;
}

export interface DocumentStore {
  /** Touches a file that is already stored. */
  readonly save: (document: NewDocument) => Promise<void>;
  readonly find: (ids: readonly string[]) => Promise<DocumentMetadata[]>;
  readonly read: (id: string) => Promise<(DocumentMetadata & { bytes: Buffer }) | undefined>;
  readonly listByOwner: (ownerId: string) => Promise<DocumentMetadata[]>;
  /** Postpones deletion; returns how many documents still exist. */
  readonly touch: (ids: readonly string[], at?: Date) => Promise<number>;
  /** The longest untouched first, after `after`. */
  readonly listStale: (before: Date, page: StalePage) => Promise<StaleDocument[]>;
  /** Returns how many are deleted. */
  readonly deleteStale: (ids: readonly string[], before: Date) => Promise<number>;
}

interface DocumentRow extends Omit<DocumentMetadata, 'documentId'> {
  _id: string;
  sealed: StoredFile;
}

const DOCUMENTS = 'documents';

const toDocumentPlace = (id: string) => ({ collection: DOCUMENTS, id, field: 'bytes' });

const schema = sealRows(
  new Schema<DocumentRow>(
    {
      _id: String,
      ownerId: String,
      filetype: String,
      size: Number,
      touchedAt: Date,
      sealed: { type: storedFileFields, default: undefined, _id: false },
    },
    { versionKey: false, collection: DOCUMENTS },
  ),
  ['sealed'],
)
  .index({ touchedAt: 1, _id: 1 })
  .index({ ownerId: 1 });

const withoutBytes = { sealed: 0 } as const;
const toMetadata = ({ _id, ...row }: Omit<DocumentRow, 'sealed'>): DocumentMetadata => ({
  documentId: _id,
  ...row,
});

/** Equal bytes of one owner share an id; different owners never do. */
export const createDocumentId = (ownerId: string, bytes: Buffer): string =>
  createHash('sha256')
    .update(`${ownerId}:`)
    .update(createHash('sha256').update(bytes).digest())
    .digest('base64url');

const createSweeping = (Documents: Model<DocumentRow>): Pick<DocumentStore, 'listStale' | 'deleteStale'> => ({
  listStale: async (before, { after, limit }) => {
    const isLater = after && {
      $or: [
        { touchedAt: { $gt: after.touchedAt, $lt: before } },
        { touchedAt: after.touchedAt, _id: { $gt: after.id } },
      ],
    };
    const rows = await Documents.find({ touchedAt: { $lt: before }, ...isLater }, { touchedAt: 1 })
      .sort({ touchedAt: 1, _id: 1 })
      .limit(limit)
      .lean();
    return rows.map(({ _id, touchedAt }) => ({ id: _id, touchedAt }));
  },

  deleteStale: async (ids, before) =>
    (await Documents.deleteMany({ _id: { $in: ids }, touchedAt: { $lt: before } })).deletedCount,
});

export function createDocumentStore(connection: Connection, files: FileStorage): DocumentStore {
  const Documents = connection.model<DocumentRow>('Document', schema);

  const touch = async (ids: readonly string[], at = new Date()): Promise<number> => {
    const { matchedCount } = await Documents.updateMany({ _id: { $in: ids } }, { $set: { touchedAt: at } });
    return matchedCount;
  };

  return {
    ...createSweeping(Documents),

    save: async ({ documentId, ownerId, filetype, bytes }) => {
      if ((await touch([documentId])) > 0) return;
      const row = {
        _id: documentId,
        ownerId,
        filetype,
        size: bytes.length,
        touchedAt: new Date(),
        sealed: await files.writeFile(ownerId, bytes, toDocumentPlace(documentId)),
      };
      try {
        await Documents.insertMany([row], { lean: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    find: async (ids) => {
      if (ids.length === 0) return [];
      const rows = await Documents.find({ _id: { $in: ids } }, withoutBytes).lean<DocumentRow[]>();
      return rows.map(toMetadata);
    },

    read: async (id) => {
      const row = await Documents.findById(id).lean<DocumentRow>();
      if (!row) return undefined;
      const { sealed, ...metadata } = row;
      return { ...toMetadata(metadata), bytes: await files.readFile(sealed, toDocumentPlace(id)) };
    },

    listByOwner: async (ownerId) =>
      (await Documents.find({ ownerId }, withoutBytes).lean<DocumentRow[]>()).map(toMetadata),

    touch,
  };
}
