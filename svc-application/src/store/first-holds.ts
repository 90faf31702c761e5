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
const idOf = (claim: string, userId: string): string => `${claim}:${userId}`;

/**
 * Since when users have held Aadhaars without paying, by the database's clock. It is kept when the claim goes: letting go
 * of an Aadhaar and taking it again gives no new time.
 */
export function makeFirstHolds(connection: Connection) {
  const Holds = connection.model('FirstHold', schema);
  const rows = connection.collection<HoldRow>('firstholds');

  return {
    /** The time of the user's first hold, which is now unless there was one; outside of transactions. */
    begin: async (claim: string, userId: string): Promise<Date> => {
      const first = [{ $set: { since: { $ifNull: ['$since', '$$NOW'] } } }];
      const options = { upsert: true, returnDocument: 'after' } as const;
      const row = await rows.findOneAndUpdate({ _id: idOf(claim, userId) }, first, options);
      return row?.since ?? new Date();
    },

    find: async (claim: string, userId: string): Promise<Date | undefined> =>
      (await Holds.findById(idOf(claim, userId)).lean<HoldRow>())?.since,

    /** The money of a payment went back: the time begins anew. */
    restart: async (claim: string, userId: string): Promise<void> => {
      await Holds.deleteOne({ _id: idOf(claim, userId) });
    },
  };
}
