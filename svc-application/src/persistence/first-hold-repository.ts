import { type Connection, Schema } from 'mongoose';

interface HoldRow {
  /** `<claim>:<user id>` */
  _id: string;
  since: Date;
  userId: string;
}

const schema = new Schema<HoldRow>(
  { _id: String, since: Date, userId: String },
  { versionKey: false, collection: 'firstholds' },
).index({ userId: 1 });
const toHoldId = (claim: string, userId: string): string => `${claim}:${userId}`;
/** `;` follows `:` in ASCII. */
const matchClaim = (claim: string) => ({ _id: { $gte: `${claim}:`, $lt: `${claim};` } });

interface YearsRequest {
  /** In ascending order. */
  readonly years: readonly string[];
  readonly after: string | undefined;
  readonly limit: number;
}

/** Since when users hold Aadhaars unpaid, by the database's clock. Releasing a claim does not restart the time. */
export interface FirstHoldRepository {
  /** Now, unless there was an earlier hold. Call in the transaction that acquires the claim. */
  readonly getOrStart: (claim: string, userId: string) => Promise<Date>;
  readonly find: (claim: string, userId: string) => Promise<Date | undefined>;
  readonly exists: (claim: string) => Promise<boolean>;
  /** Call in a transaction. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly reset: (claim: string, userId: string) => Promise<void>;
  /** Ids by year, at least one; in ascending order. */
  readonly listIdsByYears: (request: YearsRequest) => Promise<string[]>;
  readonly removeByUser: (userId: string) => Promise<void>;
  /** False when it is deleted already. */
  readonly remove: (id: string) => Promise<boolean>;
}

export function createFirstHoldRepository(connection: Connection): FirstHoldRepository {
  const Holds = connection.model('FirstHold', schema);

  return {
    getOrStart: async (claim, userId) => {
      const first = [{ $set: { since: { $ifNull: ['$since', '$$NOW'] }, userId: { $literal: userId } } }];
      const options = { upsert: true, returnDocument: 'after', updatePipeline: true } as const;
      const row = await Holds.findOneAndUpdate(
        { _id: toHoldId(claim, userId) },
        first,
        options,
      ).lean<HoldRow>();
      return row?.since ?? new Date();
    },

    find: async (claim, userId) => (await Holds.findById(toHoldId(claim, userId)).lean<HoldRow>())?.since,

    exists: async (claim) => (await Holds.exists(matchClaim(claim))) !== null,

    rename: async (from, to) => {
      for (const { _id, since, userId } of await Holds.find(matchClaim(from)).lean<HoldRow[]>()) {
        await Holds.deleteOne({ _id });
        const moved = { $min: { since }, $set: { userId } };
        await Holds.updateOne({ _id: to + _id.slice(from.length) }, moved, { upsert: true });
      }
    },

    listIdsByYears: async ({ years, after, limit }) => {
      const ids = { $gt: after ?? `aadhaar:${years[0]}:`, $lt: `aadhaar:${years.at(-1)};` };
      const found = await Holds.find({ _id: ids }, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean();
      return found.map(({ _id }) => _id);
    },

    remove: async (id) => (await Holds.deleteOne({ _id: id })).deletedCount === 1,

    removeByUser: async (userId) => {
      await Holds.deleteMany({ userId });
    },

    reset: async (claim, userId) => {
      await Holds.deleteOne({ _id: toHoldId(claim, userId) });
    },
  };
}
