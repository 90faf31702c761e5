import { AUDIT_ENTRIES, type AuditEntry } from '@archaka/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

interface SealedEntry {
  readonly id: string;
  /** Result of `hashEntry`. */
  readonly hash: string;
}

/** Blocks are numbered from 1 without gaps. */
export interface AuditBlock {
  readonly _id: number;
  readonly sealedAt: Date;
  readonly entries: readonly SealedEntry[];
  /** The previous block's hash; empty in the first. */
  readonly previous: string;
  readonly hash: string;
}

/** The last block of a day when it was signed; `_id` is the Indian day, yyyy-mm-dd. */
export interface AuditHead {
  readonly _id: string;
  readonly sequence: number;
  readonly hash: string;
  /** Compact JWS over `toSignedHead`. */
  readonly signature: string;
}

/** Blocks that were moved into a file; `_id` is the month of their sealing, yyyy-mm. */
export interface AuditArchive {
  readonly _id: string;
  readonly first: number;
  readonly last: number;
  /** Hash of the last block. */
  readonly hash: string;
  readonly entries: number;
  readonly sha256: string;
  /** Compact JWS over `toSignedArchive`. */
  readonly signature: string;
}

const AUDIT_BLOCKS = 'audit_blocks';

const text = { type: String, required: true } as const;
const object = { type: Schema.Types.Mixed, required: true } as const;
const number = { type: Number, required: true } as const;
const options = (collection: string) => ({ collection, versionKey: false, minimize: false }) as const;

const entrySchema = new Schema<AuditEntry>(
  {
    _id: text,
    at: { type: Date, required: true },
    actor: object,
    action: text,
    subject: object,
    detail: object,
    why: String,
    requestId: String,
    block: number,
  },
  options(AUDIT_ENTRIES),
)
  .index({ block: 1, at: 1 })
  .index({ 'subject.userId': 1, at: -1, _id: -1 })
  .index({ 'subject.applicationId': 1, at: -1 }, { sparse: true });

const blockSchema = new Schema<AuditBlock>(
  {
    _id: number,
    sealedAt: { type: Date, required: true },
    entries: [{ _id: false, id: text, hash: text }],
    previous: { type: String },
    hash: text,
  },
  options(AUDIT_BLOCKS),
);

const headSchema = new Schema<AuditHead>(
  { _id: text, sequence: number, hash: text, signature: text },
  options('audit_heads'),
);

const archiveSchema = new Schema<AuditArchive>(
  { _id: text, first: number, last: number, hash: text, entries: number, sha256: text, signature: text },
  options('audit_archives'),
);

export interface AuditModels {
  readonly entries: Model<AuditEntry>;
  readonly blocks: Model<AuditBlock>;
  readonly heads: Model<AuditHead>;
  readonly archives: Model<AuditArchive>;
}

/** One set for each connection. */
export const createAuditModels = (connection: Connection): AuditModels => ({
  entries: connection.model<AuditEntry>('AuditEntry', entrySchema),
  blocks: connection.model<AuditBlock>('AuditBlock', blockSchema),
  heads: connection.model<AuditHead>('AuditHead', headSchema),
  archives: connection.model<AuditArchive>('AuditArchive', archiveSchema),
});

/** Raw documents, including fields that no schema knows: a hash covers those, too. */
export const getStoredRows = ({ entries, blocks }: AuditModels) => ({
  entries: entries.db.collection<AuditEntry>(AUDIT_ENTRIES),
  blocks: blocks.db.collection<AuditBlock>(AUDIT_BLOCKS),
});
