import { type Database, isDuplicateKey } from '@archaka/service-kit';
import { mongo, Schema } from 'mongoose';
import type { Evidence } from '../domain/evidence.ts';
import { growingMs, inMs, isDue, pipeline } from './clock.ts';
import { inBatches } from './in-batches.ts';

export interface StoredEvidence extends Omit<Evidence, 'key'> {
  readonly _id: string;
  readonly at: Date;
  /** When it is to be worked on; null once that is done. */
  readonly due_at: Date | null;
  readonly tries: number;
  /** Of the text that was signed, where one was. */
  readonly text_hash?: string;
}

interface Received {
  readonly key: string;
  readonly isNew: boolean;
}

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
    text_hash: String,
  },
  { versionKey: false },
)
  .index({ order_id: 1, at: 1 })
  .index({ text_hash: 1 }, { unique: true, partialFilterExpression: { text_hash: { $gt: '' } } })
  .index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

/** A piece that is new is due at once, whatever the clocks of services say. */
const LONG_AGO = new Date(0);
const POLL_LIMIT_MS = 60_000;
const isDueAgain = { ...isDue('due_at'), due_at: { $type: 'date', $gt: LONG_AGO } };

/** The places of the rows that were there before. @throws any other failure. */
function placesOfDuplicates(failure: unknown): Set<number> {
  if (!(failure instanceof mongo.MongoBulkWriteError) || failure.result.getWriteConcernError()) throw failure;
  const errors = [failure.writeErrors].flat();
  if (!errors.every(isDuplicateKey)) throw failure;
  return new Set(errors.map(({ index }) => index));
}

/** Everything that was said about payments. It is never changed, only worked on. */
export function evidenceStore({ connection }: Database) {
  const all = connection.model('Evidence', evidenceSchema, 'evidence');

  const insert = async ({ key, ...rest }: Evidence, due_at: Date | null): Promise<string> => {
    const row = { ...rest, at: new Date(), due_at, tries: 0 };
    await all.updateOne({ _id: key }, { $setOnInsert: row }, { upsert: true });
    return key;
  };
  const take = async (filter: object): Promise<StoredEvidence | undefined> => {
    const taken = { due_at: inMs(growingMs('tries')), tries: { $add: ['$tries', 1] } };
    return (await all.findOneAndUpdate(filter, [{ $set: taken }], pipeline).lean()) ?? undefined;
  };

  /** Keeps a row that is new, and says whether it was. */
  const isKept = inBatches(async (rows: readonly StoredEvidence[]): Promise<boolean[]> => {
    const known = await all
      .insertMany(rows, { ordered: false, lean: true })
      .then(() => new Set<number>(), placesOfDuplicates);
    return rows.map((_row, place) => !known.has(place));
  });

  return {
    /** Keeps a piece that is already part of the story. */
    keep: (piece: Evidence) => insert(piece, null),

    /**
     * Keeps a piece that is still to be worked on, in one write. One that came before, be it with the same
     * text under another key, changes nothing and goes by its first key. One that is no news is kept only.
     */
    async receive(
      { key, ...rest }: Evidence,
      { textHash, isNews = true }: { textHash?: string; isNews?: boolean } = {},
    ): Promise<Received> {
      const hashed = textHash ? { text_hash: textHash } : {};
      const due_at = isNews ? LONG_AGO : null;
      if (await isKept({ ...rest, ...hashed, _id: key, at: new Date(), due_at, tries: 0 }))
        return { key, isNew: true };
      const first = textHash ? await all.findOne({ text_hash: textHash }, '_id').lean() : undefined;
      return { key: first?._id ?? key, isNew: false };
    },

    /** Which of these pieces did not come yet. */
    async newOf(pieces: readonly Evidence[]): Promise<Evidence[]> {
      const keys = pieces.map(({ key }) => key);
      const known = new Set((await all.find({ _id: { $in: keys } }, '_id').lean()).map(({ _id }) => _id));
      return pieces.filter(({ key }) => !known.has(key));
    },

    /** Keeps a hint; one that is known already is worked on again, since things may have changed. */
    async hint(piece: Evidence): Promise<string> {
      await insert(piece, LONG_AGO);
      const nobodyHasIt = { _id: piece.key, $or: [{ due_at: null }, { tries: 0 }] };
      await all.updateOne(nobodyHasIt, { $set: { due_at: LONG_AGO, tries: 0 } });
      return piece.key;
    },

    /** Stores a hint that is not known yet, to be processed once the limit of polls is free again. */
    async hintLater({ key, ...rest }: Evidence): Promise<void> {
      const row = { $literal: { ...rest, at: new Date(), tries: 0 } };
      const once = { $mergeObjects: [row, { due_at: inMs(POLL_LIMIT_MS) }, '$$ROOT'] };
      await all.updateOne({ _id: key }, [{ $replaceWith: once }], { upsert: true, ...pipeline });
    },

    /** Takes this piece if it is due and nobody else has it; it comes again, later each time, until it is done. */
    take: (key: string) => take({ _id: key, ...isDue('due_at') }),

    /** Takes what is due, first what was taken before: new pieces keep coming, and have workers of their own. */
    takeDue: async () => (await take(isDueAgain)) ?? take(isDue('due_at')),

    async done(key: string): Promise<void> {
      await all.updateOne({ _id: key }, { $set: { due_at: null } });
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
