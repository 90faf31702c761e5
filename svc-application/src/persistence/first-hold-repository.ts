import { type Connection, Schema } from 'mongoose';

interface HoldRow {
  /** `<claim>:<user id>` */
  _id: string;
  since: Date;
}

const schema = new Schema<HoldRow>(
  { _id: String, since: Date },
  { versionKey: false, collection: 'firstholds' },
);
const toHoldId = (claim: string, userId: string): string => `${claim}:${userId}`;
/** All holds on a claim: `;` follows `:`. */
const matchClaim = (claim: string) => ({ _id: { $gte: `${claim}:`, $lt: `${claim};` } });

/**
 * Since when users have held Aadhaars without paying, by the database's clock. It is kept when the claim goes: letting go
 * of an Aadhaar and taking it again gives no new time.
 */
export function createFirstHoldRepository(connection: Connection) {
  const Holds = connection.model('FirstHold', schema);
  const rows = connection.collection<HoldRow>('firstholds');

  return {
    /** The time of the user's first hold, which is now unless there was one; outside of transactions. */
    getOrStart: async (claim: string, userId: string): Promise<Date> => {
      const first = [{ $set: { since: { $ifNull: ['$since', '$$NOW'] } } }];
      const options = { upsert: true, returnDocument: 'after' } as const;
      const row = await rows.findOneAndUpdate({ _id: toHoldId(claim, userId) }, first, options);
      return row?.since ?? new Date();
    },

    find: async (claim: string, userId: string): Promise<Date | undefined> =>
      (await Holds.findById(toHoldId(claim, userId)).lean<HoldRow>())?.since,

    exists: async (claim: string): Promise<boolean> => (await Holds.exists(matchClaim(claim))) !== null,

    /** Keeps the holds on a claim under another one; within a transaction. */
    rename: async (from: string, to: string): Promise<void> => {
      for (const { _id, since } of await Holds.find(matchClaim(from)).lean<HoldRow[]>()) {
        await Holds.deleteOne({ _id });
        await Holds.updateOne({ _id: to + _id.slice(from.length) }, { $min: { since } }, { upsert: true });
      }
    },

    /** The money of a payment went back: the time begins anew. */
    reset: async (claim: string, userId: string): Promise<void> => {
      await Holds.deleteOne({ _id: toHoldId(claim, userId) });
    },
  };
}
export type FirstHoldRepository = ReturnType<typeof createFirstHoldRepository>;
