import { randomUUID } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import { isDuplicateKey } from '../persistence/duplicate-key.ts';

/** An event that waits to be published; among the published once the broker has confirmed it. */
export interface OutboxRow {
  readonly _id: string;
  readonly type: string;
  /** The envelope as it is sent. */
  readonly body: string;
  readonly writtenAt: Date;
  /** When it may be sent; also the lease of the relay that is sending it. */
  readonly dueAt: Date;
  /** How often the broker refused it. */
  readonly refusals: number;
  /** The relay's pass that claimed it. */
  readonly claim?: string;
  /** Set aside after many refusals: tried only every hour. */
  readonly parked?: boolean;
}

/** Due at once, whatever the clock of the machine says. */
const DUE_NOW = new Date(0);

const schema = new Schema(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    writtenAt: { type: Date, required: true },
    dueAt: { type: Date, required: true, index: true },
    refusals: { type: Number, required: true },
    claim: String,
    parked: Boolean,
  },
  { collection: 'outbox', versionKey: false },
)
  // For what is shown of it: outbox-standing.ts.
  .index({ writtenAt: 1 })
  .index({ parked: 1, writtenAt: 1 });

/** An event that has left. */
interface PublishedRow extends Pick<OutboxRow, '_id' | 'type' | 'body'> {
  readonly publishedAt: Date;
}

/**
 * Published events stay this long, for a portal restored from a backup: what its new broker has never had is
 * sent again, and inboxes tell what had arrived. Longer than an event may wait in a queue.
 */
const PUBLISHED_RETENTION_SECONDS = 3 * 24 * 3600;
const PUBLISHED = 'published';

const publishedSchema = new Schema(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    publishedAt: { type: Date, required: true, expires: PUBLISHED_RETENTION_SECONDS },
  },
  { collection: PUBLISHED, versionKey: false },
);

/** The outbox, with the collection of what has left it beside. */
export function createOutboxModel(connection: Connection): Model<OutboxRow> {
  connection.model('Published', publishedSchema);
  return connection.model<OutboxRow>('Outbox', schema);
}

export const createOutboxRow = (row: Pick<OutboxRow, '_id' | 'type' | 'body'>): OutboxRow => ({
  ...row,
  writtenAt: new Date(),
  dueAt: DUE_NOW,
  refusals: 0,
});

interface Claim {
  readonly limit: number;
  /** Rows that the broker refused before are sent alone. */
  readonly rejectedBefore: boolean;
  readonly leaseMs: number;
}

interface Postponement {
  readonly inMs: number;
  readonly refusals?: number;
  readonly parked?: boolean;
}

/** The rows as relays work on them; several relays at once, by the database's clock. */
export interface OutboxRepository {
  /**
   * Leases rows that are due; no other relay gets them until the lease ends. It resolves once a majority of the store's
   * members have the rows: a failover takes back what only the primary has, and nobody takes back an event.
   */
  claim(claim: Claim): Promise<OutboxRow[]>;
  /** Moves rows among the published; by way of being in both, so that a backup at any instant has each. */
  markPublished(sent: readonly OutboxRow[]): Promise<void>;
  postpone(id: string, postponement: Postponement): Promise<void>;
}

/** Lost at a failover they only cause a second sending, which inboxes recognize. */
const PRIMARY_ONLY = { writeConcern: { w: 1 } } as const;
const fromNow = (ms: number) => ({ $add: ['$$NOW', ms] });
const isDue = { $expr: { $lte: ['$dueAt', '$$NOW'] } };

export function createOutboxRepository(model: Model<OutboxRow>): OutboxRepository {
  const rows = model.db.collection<OutboxRow>(model.collection.collectionName);
  const published = model.db.collection<PublishedRow>(PUBLISHED);

  return {
    async claim({ limit, rejectedBefore, leaseMs }) {
      const refusals = rejectedBefore ? { $gt: 0 } : 0;
      const due = await model
        .find({ ...isDue, refusals })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<OutboxRow[]>();
      if (due.length === 0) return [];
      const claim = randomUUID();
      const ids = due.map(({ _id }) => _id);
      const lease = [{ $set: { dueAt: fromNow(leaseMs), claim } }];
      const { modifiedCount } = await rows.updateMany({ _id: { $in: ids }, ...isDue }, lease);
      if (modifiedCount === due.length) return due;
      return model.find({ _id: { $in: ids }, claim }).lean<OutboxRow[]>();
    },
    async markPublished(sent) {
      const publishedAt = new Date();
      const copies = sent.map(({ _id, type, body }) => ({ _id, type, body, publishedAt }));
      await published.insertMany(copies, { ordered: false, ...PRIMARY_ONLY }).catch((error) => {
        // It was sent before, and its relay killed in between.
        if (!isDuplicateKey(error)) throw error;
      });
      await rows.deleteMany({ _id: { $in: sent.map(({ _id }) => _id) } }, PRIMARY_ONLY);
    },
    async postpone(id, { inMs: ms, ...changes }) {
      await rows.updateOne({ _id: id }, [{ $set: { ...changes, dueAt: fromNow(ms) } }], PRIMARY_ONLY);
    },
  };
}
