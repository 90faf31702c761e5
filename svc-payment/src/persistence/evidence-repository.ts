import {
  type Backlog,
  createBacklogIndex,
  type Database,
  DUE_NOW,
  dueIn,
  dueNow,
  isDuplicateKey,
  QueueRepository,
  readBacklog,
} from '@archaka/service-kit';
import DataLoader from 'dataloader';
import { type Model, mongo, Schema } from 'mongoose';
import type { Evidence } from '../domain/evidence.ts';
import { POLL_LIMIT_MS } from '../domain/poll-schedule.ts';

export interface StoredEvidence extends Omit<Evidence, 'key'> {
  readonly _id: string;
  readonly at: Date;
  /** Null once processed. */
  readonly due_at: Date | null;
  readonly tries: number;
  readonly lease?: string | null;
  readonly parked_at?: Date | null;
  readonly text_hash?: string;
}

const SINCE = 'at';
const isOnQueue = { partialFilterExpression: { due_at: { $type: 'date' } } };

const text = { type: String, required: true };
const nullable = <Type>(type: Type) => ({ type, default: null });
const evidenceSchema = new Schema<StoredEvidence>(
  {
    _id: text,
    source: text,
    kind: text,
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
    text_hash: String,
  },
  { versionKey: false },
)
  .index({ order_id: 1, at: 1 })
  .index({ text_hash: 1 }, { unique: true, partialFilterExpression: { text_hash: { $gt: '' } } })
  .index({ due_at: 1 }, isOnQueue)
  .index(createBacklogIndex(SINCE), isOnQueue);

const MAX_BATCH_SIZE = 200;

/**
 * Batches the calls that arrive while a batch is in flight. Not for transactions: a batch runs outside them.
 * @param work returns the result or error of each item in order; when it throws, the whole batch fails
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
) {
  let previous: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const outcome = work(items);
      previous = outcome.catch(() => undefined);
      return outcome;
    },
    { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: (start) => void previous.then(start) },
  );
  return (item: Item): Promise<Result> => loader.load(item);
}

/** @throws any error other than a duplicate key */
function findDuplicateIndexes(error: unknown): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
  return new Set([error.writeErrors].flat().map(({ index }) => index));
}

/** Evidence is immutable; only its queue fields change. */
export class EvidenceRepository {
  /** Evidence to process. */
  readonly rows: QueueRepository<StoredEvidence>;
  readonly #evidence: Model<StoredEvidence>;
  readonly #insertNew: (row: StoredEvidence) => Promise<boolean>;

  constructor({ connection }: Pick<Database, 'connection'>) {
    const evidence = connection.model<StoredEvidence>('Evidence', evidenceSchema, 'evidence');
    this.#evidence = evidence;
    this.rows = new QueueRepository<StoredEvidence>(evidence);
    this.#insertNew = createBatcher(async (rows: readonly StoredEvidence[]) => {
      const known = await evidence
        .insertMany(rows, { ordered: false, lean: true })
        .then(() => new Set<number>(), findDuplicateIndexes);
      return rows.map((_row, index) => !known.has(index));
    });
  }

  readBacklog(): Promise<Backlog> {
    return readBacklog(this.#evidence, SINCE);
  }

  /** For the record: it is not processed. */
  async store({ key, ...rest }: Evidence): Promise<void> {
    const row = { ...rest, at: new Date(), due_at: null, tries: 0 };
    await this.#evidence.updateOne({ _id: key }, { $setOnInsert: row }, { upsert: true });
  }

  /** A repeat, also of the same text under another key, changes nothing and returns its first key. */
  async receive({ key, ...rest }: Evidence, { textHash }: { textHash?: string } = {}) {
    const hashed = textHash ? { text_hash: textHash } : {};
    const row = { ...rest, ...hashed, _id: key, at: new Date(), due_at: DUE_NOW, tries: 0 };
    if (await this.#insertNew(row)) return { key, isNew: true };
    const existing = textHash && (await this.#evidence.findOne({ text_hash: textHash }, '_id').lean());
    return { key: existing ? existing._id : key, isNew: false };
  }

  /** A known hint becomes due again. */
  async enqueueHint({ key, ...rest }: Evidence): Promise<void> {
    await this.#evidence.updateOne(
      { _id: key },
      { $setOnInsert: { ...rest, at: new Date() }, $set: dueNow },
      { upsert: true },
    );
  }

  /** A new hint becomes due once the limit of polls has a free slot; a known one stays unchanged. */
  async postponeHint({ key, ...rest }: Evidence): Promise<void> {
    const due = dueIn(POLL_LIMIT_MS);
    const row = { $mergeObjects: [due, { $literal: { ...rest, at: new Date() } }, '$$ROOT'] };
    const options = { upsert: true, updatePipeline: true };
    await this.#evidence.updateOne({ _id: key }, [{ $replaceWith: row }], options);
  }

  async filterNew(entries: readonly Evidence[]): Promise<Evidence[]> {
    const keys = entries.map(({ key }) => key);
    const found = await this.#evidence.find({ _id: { $in: keys } }, '_id').lean();
    const known = new Set(found.map(({ _id }) => _id));
    return entries.filter(({ key }) => !known.has(key));
  }

  /** Oldest first. */
  async findByOrders(orderIds: readonly string[]): Promise<StoredEvidence[]> {
    const found = this.#evidence.find({ order_id: { $in: orderIds } });
    return found.sort({ at: 1, _id: 1 }).lean();
  }

  /** Which payments of these orders a settlement contains. */
  async findSettledPaymentIds(orderIds: readonly string[]): Promise<Set<string | null>> {
    const settled = { order_id: { $in: orderIds }, source: 'settlement' } as const;
    const found = await this.#evidence.find(settled, 'payment_id').lean();
    return new Set(found.map(({ payment_id }) => payment_id));
  }

  async removeByOrders(orderIds: readonly string[]): Promise<void> {
    await this.#evidence.deleteMany({ order_id: { $in: orderIds } });
  }

  /** Processed evidence of no order, oldest first. */
  async listWithoutOrder(before: Date, { after, limit }: { after: Date; limit: number }) {
    const processed = { order_id: null, at: { $gt: after, $lte: before }, due_at: null };
    return this.#evidence.find(processed, { at: 1 }).sort({ at: 1 }).limit(limit).lean();
  }

  /** False when it is deleted already. */
  async removeWithoutOrder(key: string): Promise<boolean> {
    return (await this.#evidence.deleteOne({ _id: key, order_id: null })).deletedCount === 1;
  }
}
