import {
  type Backlog,
  createBacklogIndex,
  createQueueRepository,
  type Database,
  DEFAULT_QUEUE_FIELDS,
  DUE_NOW,
  isDuplicateKey,
  PRIMARY_ONLY,
  type QueueRepository,
  readBacklog,
  toDueInFields,
  toDueNowFields,
} from '@archaka/service-kit';
import { type Model, mongo, Schema } from 'mongoose';
import type { Evidence } from '../domain/evidence.ts';
import { createBatcher } from './batcher.ts';
import { pipelineOptions } from './database-clock.ts';
import { POLL_LIMIT_MS } from './poll-limits.ts';

export interface StoredEvidence extends Omit<Evidence, 'key'> {
  readonly _id: string;
  readonly at: Date;
  /** Null once processed. */
  readonly due_at: Date | null;
  readonly tries: number;
  readonly lease?: string | null;
  readonly parked_at?: Date | null;
  /** The last poll that began after this was stored, until it is due again. */
  readonly look?: string | null;
  readonly text_hash?: string;
}

interface ReceiveResult {
  readonly key: string;
  readonly isNew: boolean;
}

const QUEUE_FIELDS = { ...DEFAULT_QUEUE_FIELDS, since: 'at' };
const isWaiting = { due_at: { $type: 'date' as const } };
const isOnQueue = { partialFilterExpression: isWaiting };
const DONE = { ...toDueNowFields(QUEUE_FIELDS), due_at: null };

const text = { type: String, required: true };
const nullable = <Type>(type: Type) => ({ type, default: null });
const evidenceSchema = new Schema<StoredEvidence>(
  {
    _id: text,
    source: text,
    tells: text,
    order_id: nullable(String),
    payment_id: nullable(String),
    attempt_id: nullable(String),
    dispute_id: nullable(String),
    received: nullable(Schema.Types.Mixed),
    at: { type: Date, required: true },
    due_at: nullable(Date),
    tries: { type: Number, default: 0 },
    lease: String,
    parked_at: Date,
    look: String,
    text_hash: String,
  },
  { versionKey: false },
)
  .index({ order_id: 1, at: 1 })
  .index({ text_hash: 1 }, { unique: true, partialFilterExpression: { text_hash: { $gt: '' } } })
  .index({ due_at: 1 }, isOnQueue)
  .index(createBacklogIndex(QUEUE_FIELDS), isOnQueue);

/** @throws any error other than a duplicate key */
function findDuplicateIndexes(error: unknown): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
  return new Set([error.writeErrors].flat().map(({ index }) => index));
}

interface StrayPage {
  readonly after: Date;
  readonly limit: number;
}

export interface EvidenceRepository {
  readonly rows: QueueRepository<StoredEvidence>;
  readonly backlog: () => Promise<Backlog>;
  readonly store: (evidence: Evidence) => Promise<void>;
  /** A repeat, also of the same text under another key, changes nothing and returns its first key. */
  readonly receive: (evidence: Evidence, options?: { textHash?: string }) => Promise<ReceiveResult>;
  readonly filterNew: (entries: readonly Evidence[]) => Promise<Evidence[]>;
  /** A known hint becomes due again. Returns the key. */
  readonly enqueueHint: (hint: Evidence) => Promise<string>;
  /** A new hint becomes due once the limit of polls has a free slot; a known one stays unchanged. */
  readonly postponeHint: (hint: Evidence) => Promise<void>;
  /** Excludes disputes; they are processed by payment. */
  readonly beginPoll: (orderId: string, look: string) => Promise<StoredEvidence[]>;
  /** Skips entries that became due again or belong to another poll by now. */
  readonly endPoll: (entries: readonly Pick<StoredEvidence, '_id'>[], look: string) => Promise<void>;
  /** Runs in the transaction of its effect. */
  readonly markDone: (key: string) => Promise<void>;
  /** Oldest first. */
  readonly findByOrders: (orderIds: readonly string[]) => Promise<StoredEvidence[]>;
  readonly removeByOrders: (orderIds: readonly string[]) => Promise<void>;
  /** Processed evidence of no order, oldest first. */
  readonly listWithoutOrder: (before: Date, page: StrayPage) => Promise<Pick<StoredEvidence, '_id' | 'at'>[]>;
  /** False when it is deleted already. */
  readonly remove: (key: string) => Promise<boolean>;
}

type Documents = Model<StoredEvidence>;

const createHints = (documents: Documents): Pick<EvidenceRepository, 'enqueueHint' | 'postponeHint'> => ({
  async enqueueHint({ key, ...rest }) {
    const row = { ...rest, at: new Date() };
    await documents.updateOne(
      { _id: key },
      { $setOnInsert: row, $set: { ...toDueNowFields(QUEUE_FIELDS), look: null } },
      { upsert: true },
    );
    return key;
  },

  async postponeHint({ key, ...rest }) {
    const row = { $literal: { ...rest, at: new Date() } };
    const insertOnce = { $mergeObjects: [toDueInFields(QUEUE_FIELDS, POLL_LIMIT_MS), row, '$$ROOT'] };
    await documents.updateOne({ _id: key }, [{ $replaceWith: insertOnce }], {
      upsert: true,
      ...pipelineOptions,
    });
  },
});

const createPolls = (
  documents: Documents,
): Pick<EvidenceRepository, 'beginPoll' | 'endPoll' | 'markDone'> => ({
  async beginPoll(orderId, look) {
    const due = { order_id: orderId, ...isWaiting, dispute_id: null };
    await documents.updateMany(due, { $set: { look } }, PRIMARY_ONLY);
    return documents.find({ order_id: orderId, look, ...isWaiting }).lean();
  },

  async endPoll(entries, look) {
    const keys = entries.map(({ _id }) => _id);
    await documents.updateMany({ _id: { $in: keys }, look, ...isWaiting }, { $set: DONE });
  },

  async markDone(key) {
    await documents.updateOne({ _id: key }, { $set: DONE });
  },
});

const createRemovals = (
  documents: Documents,
): Pick<EvidenceRepository, 'removeByOrders' | 'listWithoutOrder' | 'remove'> => ({
  async removeByOrders(orderIds) {
    await documents.deleteMany({ order_id: { $in: orderIds } });
  },

  listWithoutOrder: (before, { after, limit }) =>
    documents
      .find({ order_id: null, at: { $gt: after, $lte: before }, due_at: null }, { at: 1 })
      .sort({ at: 1 })
      .limit(limit)
      .lean(),

  remove: async (key) => (await documents.deleteOne({ _id: key, order_id: null })).deletedCount === 1,
});

/** Evidence is immutable; only its queue fields change. */
export function createEvidenceRepository({ connection }: Database): EvidenceRepository {
  const documents = connection.model<StoredEvidence>('Evidence', evidenceSchema, 'evidence');

  const insertNew = createBatcher(async (rows: readonly StoredEvidence[]): Promise<boolean[]> => {
    const known = await documents
      .insertMany(rows, { ordered: false, lean: true })
      .then(() => new Set<number>(), findDuplicateIndexes);
    return rows.map((_row, index) => !known.has(index));
  });

  return {
    rows: createQueueRepository<StoredEvidence>({ model: documents, fields: QUEUE_FIELDS }),
    backlog: () => readBacklog(documents, QUEUE_FIELDS),
    ...createHints(documents),
    ...createPolls(documents),
    ...createRemovals(documents),

    async store({ key, ...rest }) {
      const row = { ...rest, at: new Date(), due_at: null, tries: 0 };
      await documents.updateOne({ _id: key }, { $setOnInsert: row }, { upsert: true });
    },

    async receive({ key, ...rest }, { textHash } = {}) {
      const hashed = textHash ? { text_hash: textHash } : {};
      const row = { ...rest, ...hashed, _id: key, at: new Date(), due_at: DUE_NOW, tries: 0 };
      if (await insertNew(row)) return { key, isNew: true };
      const existing = textHash ? await documents.findOne({ text_hash: textHash }, '_id').lean() : undefined;
      return { key: existing?._id ?? key, isNew: false };
    },

    async filterNew(entries) {
      const keys = entries.map(({ key }) => key);
      const known = new Set(
        (await documents.find({ _id: { $in: keys } }, '_id').lean()).map(({ _id }) => _id),
      );
      return entries.filter(({ key }) => !known.has(key));
    },

    async findByOrders(orderIds) {
      return documents
        .find({ order_id: { $in: orderIds } })
        .sort({ at: 1, _id: 1 })
        .lean();
    },
  };
}
