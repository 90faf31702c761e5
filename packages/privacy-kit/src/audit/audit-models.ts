import { AUDIT_ENTRIES, type AuditEntry } from '@archaka/contracts';
import { getAuditEntries } from '@archaka/service-kit';
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
  /** Compact JWS over `toSignedHead`. */
  readonly signature: string;
}

/** Proves a block, and all before it, without their entries. */
export type BlockHead = Pick<AuditBlock, 'hash' | 'sealedAt' | 'signature'> & { readonly sequence: number };

/** The last block that retention has deleted; the only row. */
type DeletedHead = BlockHead & { readonly _id: 'deleted' };

/** A head of another service's log. Only inserted; `_id` is `<service>:<sequence>`. */
type ForeignHead = BlockHead & {
  readonly _id: string;
  readonly service: string;
  readonly receivedAt: Date;
};

const AUDIT_BLOCKS = 'audit_blocks';
/** Longer than the 180 days of the blocks, whose sweep may be late. */
export const HEAD_DAYS = 181;

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const date = { type: Date, required: true } as const;
const options = (collection: string) => ({ collection, versionKey: false, minimize: false }) as const;

const blockSchema = new Schema<AuditBlock>(
  {
    _id: number,
    sealedAt: date,
    entries: [{ _id: false, id: text, hash: text }],
    previous: { type: String },
    hash: text,
    signature: text,
  },
  options(AUDIT_BLOCKS),
);

const headFields = { sequence: number, hash: text, sealedAt: date, signature: text };

/** The only row of its collection. */
export const DELETED_HEAD_ID = 'deleted';

const deletedSchema = new Schema<DeletedHead>({ _id: text, ...headFields }, options('audit_deletions'));

const foreignHeadSchema = new Schema<ForeignHead>(
  { _id: text, service: text, ...headFields, receivedAt: date },
  options('audit_heads'),
)
  .index({ service: 1, sequence: 1 })
  .index({ receivedAt: 1 }, { expireAfterSeconds: HEAD_DAYS * 24 * 3600 });

export interface AuditModels {
  readonly entries: Model<AuditEntry>;
  readonly blocks: Model<AuditBlock>;
  readonly deleted: Model<DeletedHead>;
  readonly foreignHeads: Model<ForeignHead>;
}

function getModel<Row>(connection: Connection, name: string, schema: Schema<Row>): Model<Row> {
  return (connection.models[name] as Model<Row> | undefined) ?? connection.model<Row>(name, schema);
}

/** One set for each connection. */
export const createAuditModels = (connection: Connection): AuditModels => ({
  entries: getAuditEntries(connection),
  blocks: getModel(connection, 'AuditBlock', blockSchema),
  deleted: getModel(connection, 'AuditDeletion', deletedSchema),
  foreignHeads: getModel(connection, 'AuditHead', foreignHeadSchema),
});

/** Raw documents, including fields that no schema knows: a hash covers those, too. */
export const getStoredRows = ({ entries, blocks }: AuditModels) => ({
  entries: entries.db.collection<AuditEntry>(AUDIT_ENTRIES),
  blocks: blocks.db.collection<AuditBlock>(AUDIT_BLOCKS),
});

export const toHead = ({ _id: sequence, hash, sealedAt, signature }: AuditBlock): BlockHead => ({
  sequence,
  hash,
  sealedAt,
  signature,
});
