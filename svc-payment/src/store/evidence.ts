import {
  AT_ONCE,
  backlogIndex,
  type Database,
  dueAtOnce,
  isDuplicateKey,
  queueRows,
  readBacklog,
} from '@archaka/service-kit';
import { mongo, Schema } from 'mongoose';
import type { Evidence } from '../domain/evidence.ts';
import { inMs, pipeline } from './clock.ts';
import { inBatches } from './in-batches.ts';

export interface StoredEvidence extends Omit<Evidence, 'key'> {
  readonly _id: string;
  readonly at: Date;
  /** When it is to be worked on; null once that is done. */
  readonly due_at: Date | null;
  readonly tries: number;
  readonly lease?: string | null;
  readonly parked_at?: Date | null;
  /** The last look that began after this was stored, until it is made due anew. */
  readonly look?: string | null;
  /** Of the text that was signed, where one was. */
  readonly text_hash?: string;
}

interface Received {
  readonly key: string;
  readonly isNew: boolean;
}

const QUEUE = { dueAt: 'due_at', attempts: 'tries', lease: 'lease', parkedAt: 'parked_at', since: 'at' };
const isWaiting = { due_at: { $type: 'date' as const } };
const isOnQueue = { partialFilterExpression: isWaiting };
const ENDED = { ...dueAtOnce(QUEUE), due_at: null };

const text = { type: String, required: true };
const maybe = <Type>(type: Type) => ({ type, default: null });
const evidenceSchema = new Schema<StoredEvidence>(
  {
    _id: text,
    source: text,
    tells: text,
    order_id: maybe(String),
    payment_id: maybe(String),
    attempt_id: maybe(String),
    received: maybe(Schema.Types.Mixed),
    at: { type: Date, required: true },
    due_at: maybe(Date),
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
  .index(backlogIndex(QUEUE), isOnQueue);

const POLL_LIMIT_MS = 60_000;

/** The places of the rows that were there before. @throws any other failure. */
function placesOfDuplicates(failure: unknown): Set<number> {
  if (!(failure instanceof mongo.MongoBulkWriteError) || failure.result.getWriteConcernError()) throw failure;
  const errors = [failure.writeErrors].flat();
  if (!errors.every(isDuplicateKey)) throw failure;
  return new Set(errors.map(({ index }) => index));
}

/** Everything that was said about payments. It is never changed, only worked on. */
export function evidenceStore({ connection }: Database) {
  const all = connection.model<StoredEvidence>('Evidence', evidenceSchema, 'evidence');

  /** Keeps a row that is new, and says whether it was. */
  const isKept = inBatches(async (rows: readonly StoredEvidence[]): Promise<boolean[]> => {
    const known = await all
      .insertMany(rows, { ordered: false, lean: true })
      .then(() => new Set<number>(), placesOfDuplicates);
    return rows.map((_row, place) => !known.has(place));
  });

  return {
    /** The pieces that are to be processed. */
    rows: queueRows<StoredEvidence>({ model: all, fields: QUEUE }),
    backlog: () => readBacklog(all, QUEUE),

    /** Keeps a piece that is already part of the story. */
    async keep({ key, ...rest }: Evidence): Promise<void> {
      const row = { ...rest, at: new Date(), due_at: null, tries: 0 };
      await all.updateOne({ _id: key }, { $setOnInsert: row }, { upsert: true });
    },

    /**
     * Keeps a piece that is to be processed, in one write. One that came before, be it with the same text
     * under another key, changes nothing and goes by its first key.
     */
    async receive({ key, ...rest }: Evidence, { textHash }: { textHash?: string } = {}): Promise<Received> {
      const hashed = textHash ? { text_hash: textHash } : {};
      const row = { ...rest, ...hashed, _id: key, at: new Date(), due_at: AT_ONCE, tries: 0 };
      if (await isKept(row)) return { key, isNew: true };
      const first = textHash ? await all.findOne({ text_hash: textHash }, '_id').lean() : undefined;
      return { key: first?._id ?? key, isNew: false };
    },

    /** Which of these pieces did not come yet. */
    async newOf(pieces: readonly Evidence[]): Promise<Evidence[]> {
      const keys = pieces.map(({ key }) => key);
      const known = new Set((await all.find({ _id: { $in: keys } }, '_id').lean()).map(({ _id }) => _id));
      return pieces.filter(({ key }) => !known.has(key));
    },

    /** Keeps a hint; one that is known already is processed again, since things may have changed. */
    async hint({ key, ...rest }: Evidence): Promise<string> {
      const row = { ...rest, at: new Date() };
      await all.updateOne(
        { _id: key },
        { $setOnInsert: row, $set: { ...dueAtOnce(QUEUE), look: null } },
        { upsert: true },
      );
      return key;
    },

    /** Stores a hint that is not known yet, to be processed once the limit of polls is free again. */
    async hintLater({ key, ...rest }: Evidence): Promise<void> {
      const row = { $literal: { ...rest, at: new Date(), tries: 0 } };
      const once = { $mergeObjects: [row, { due_at: inMs(POLL_LIMIT_MS) }, '$$ROOT'] };
      await all.updateOne({ _id: key }, [{ $replaceWith: once }], { upsert: true, ...pipeline });
    },

    /** Gives what is due about an order, but for disputes; `endLook` ends the work on it. */
    async beginLook(orderId: string, look: string): Promise<StoredEvidence[]> {
      const due = { order_id: orderId, ...isWaiting, tells: { $not: /^dispute/ } };
      await all.updateMany(due, { $set: { look } }, { writeConcern: { w: 1 } });
      return all.find({ order_id: orderId, look, ...isWaiting }).lean();
    },

    /** Ends the work on what was due when the look began, unless it was made due anew or another look began since. */
    async endLook(pieces: readonly Pick<StoredEvidence, '_id'>[], look: string): Promise<void> {
      const keys = pieces.map(({ _id }) => _id);
      await all.updateMany({ _id: { $in: keys }, look, ...isWaiting }, { $set: ENDED });
    },

    /** Ends the work on a piece, in the transaction of what came of it. */
    async done(key: string): Promise<void> {
      await all.updateOne({ _id: key }, { $set: ENDED });
    },

    /** The evidence of orders, oldest first. */
    async of(orderIds: readonly string[]): Promise<StoredEvidence[]> {
      return all
        .find({ order_id: { $in: orderIds } })
        .sort({ at: 1, _id: 1 })
        .lean();
    },
  };
}
export type EvidenceStore = ReturnType<typeof evidenceStore>;
