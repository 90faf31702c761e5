import { createHash } from 'node:crypto';
import {
  type PersonalData,
  type PersonalValue,
  personalValueFields,
  type StoredFile,
  storedFileFields,
} from '@archaka/privacy-kit';
import { isDuplicateKey, sealRows } from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { FileRef } from '../domain/application.ts';

export interface DocumentMetadata extends FileRef {
  readonly ownerId: string;
  /** Bytes. */
  readonly size: number;
  /** When it was last stored or found referenced. */
  readonly touchedAt: Date;
}

/** What the form shows of a document instead of its content. */
export interface DocumentDetails {
  /** As the applicant's device called it. */
  readonly name?: string | undefined;
  /** Of a PDF. */
  readonly pages?: number | undefined;
  /** A small JPEG of the photo or the first page, in base64. */
  readonly picture?: string | undefined;
}

/** A form may treat a document as fresh for a day after it was touched, and be saved without touching it. */
export const FRESH_MS = 24 * 60 * 60 * 1000;

export interface StaleDocument {
  readonly id: string;
  readonly touchedAt: Date;
}

interface DocumentRow extends Omit<DocumentMetadata, 'documentId'> {
  _id: string;
  sealed: StoredFile;
  details?: PersonalValue;
}

const DOCUMENTS = 'documents';

const toPlace = (id: string, field: 'bytes' | 'details') => ({ collection: DOCUMENTS, id, field });

const schema = sealRows(
  new Schema<DocumentRow>(
    {
      _id: String,
      ownerId: String,
      filetype: String,
      size: Number,
      touchedAt: Date,
      sealed: { type: storedFileFields, default: undefined, _id: false },
      details: { type: personalValueFields, default: undefined, _id: false },
    },
    { versionKey: false, collection: DOCUMENTS },
  ),
  ['sealed', 'details'],
)
  .index({ touchedAt: 1, _id: 1 })
  .index({ ownerId: 1 });

const withoutBytes = { sealed: 0, details: 0 } as const;
const toMetadata = ({ _id, ...row }: Omit<DocumentRow, 'sealed' | 'details'>): DocumentMetadata => ({
  documentId: _id,
  ...row,
});

/** Equal bytes of one owner share an id; different owners never do. */
export const createDocumentId = (ownerId: string, bytes: Buffer): string =>
  createHash('sha256')
    .update(`${ownerId}:`)
    .update(createHash('sha256').update(bytes).digest())
    .digest('base64url');

export class DocumentStore {
  readonly #documents: Model<DocumentRow>;
  readonly #personal: PersonalData;

  constructor(connection: Connection, personal: PersonalData) {
    this.#documents = connection.model<DocumentRow>('Document', schema);
    this.#personal = personal;
  }

  /** Touches a file that is already stored. */
  async save({
    documentId,
    ownerId,
    filetype,
    bytes,
    details,
  }: FileRef & { ownerId: string; bytes: Buffer; details: DocumentDetails }): Promise<void> {
    if ((await this.touch([documentId])) > 0) return;
    const row = {
      _id: documentId,
      ownerId,
      filetype,
      size: bytes.length,
      touchedAt: new Date(),
      sealed: await this.#personal.writeFile(ownerId, bytes, toPlace(documentId, 'bytes')),
      details: await this.#personal.sealFields(ownerId, details, toPlace(documentId, 'details')),
    };
    try {
      await this.#documents.insertMany([row], { lean: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async find(ids: readonly string[]): Promise<DocumentMetadata[]> {
    if (ids.length === 0) return [];
    const rows = await this.#documents.find({ _id: { $in: ids } }, withoutBytes).lean<DocumentRow[]>();
    return rows.map(toMetadata);
  }

  async read(id: string): Promise<(DocumentMetadata & { bytes: Buffer }) | undefined> {
    const row = await this.#documents.findById(id).lean<DocumentRow>();
    if (!row) return undefined;
    const { sealed, details: _details, ...metadata } = row;
    return { ...toMetadata(metadata), bytes: await this.#personal.readFile(sealed, toPlace(id, 'bytes')) };
  }

  async readDetails(id: string): Promise<DocumentDetails> {
    const { details } = (await this.#documents.findById(id, { details: 1 }).lean<DocumentRow>()) ?? {};
    return details ? this.#personal.openFields<DocumentDetails>(details, toPlace(id, 'details')) : {};
  }

  async listByOwner(ownerId: string): Promise<DocumentMetadata[]> {
    return (await this.#documents.find({ ownerId }, withoutBytes).lean<DocumentRow[]>()).map(toMetadata);
  }

  /** Postpones deletion; returns how many documents still exist. */
  async touch(ids: readonly string[], at = new Date()): Promise<number> {
    const touched = { $set: { touchedAt: at } };
    return (await this.#documents.updateMany({ _id: { $in: ids } }, touched)).matchedCount;
  }

  /** The longest untouched first, after `after`. */
  async listStale(
    before: Date,
    { after, limit }: { readonly after: StaleDocument | undefined; readonly limit: number },
  ): Promise<StaleDocument[]> {
    const isLater = after && {
      $or: [
        { touchedAt: { $gt: after.touchedAt, $lt: before } },
        { touchedAt: after.touchedAt, _id: { $gt: after.id } },
      ],
    };
    const stale = this.#documents.find({ touchedAt: { $lt: before }, ...isLater }, { touchedAt: 1 });
    const rows = await stale.sort({ touchedAt: 1, _id: 1 }).limit(limit).lean();
    return rows.map(({ _id, touchedAt }) => ({ id: _id, touchedAt }));
  }

  /** Returns how many are deleted. */
  async deleteStale(ids: readonly string[], before: Date): Promise<number> {
    const stale = { _id: { $in: ids }, touchedAt: { $lt: before } };
    return (await this.#documents.deleteMany(stale)).deletedCount;
  }
}
