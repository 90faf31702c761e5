import { isDuplicateKey, PRIMARY_ONLY } from '@archaka/service-kit';
import { type Connection, Schema } from 'mongoose';

interface AadhaarLookupRow {
  /** `<yyyy-mm-dd>:<user id>` */
  _id: string;
  userId: string;
  /** Blind indexes. */
  asked: string[];
  endsAt: Date;
}

const schema = new Schema<AadhaarLookupRow>(
  { _id: String, userId: String, asked: [String], endsAt: Date },
  { versionKey: false, collection: 'askedaadhaars' },
)
  .index({ endsAt: 1 }, { expireAfterSeconds: 0 })
  .index({ userId: 1 });

interface AadhaarLookup {
  readonly userId: string;
  /** yyyy-mm-dd */
  readonly day: string;
  readonly endsAt: Date;
  readonly aadhaarIndex: string;
  /** Indexes under older keys during a rotation. */
  readonly olderIndexes: readonly string[];
  readonly limit: number;
}

export interface AadhaarLookupRepository {
  /** False over the limit. Repeats do not count. */
  readonly tryRecord: (lookup: AadhaarLookup) => Promise<boolean>;
  readonly removeByUser: (userId: string) => Promise<void>;
}

export function createAadhaarLookupRepository(connection: Connection): AadhaarLookupRepository {
  const Lookups = connection.model('AskedAadhaars', schema);

  /** False at the limit and for the slower of two concurrent first lookups. */
  const recordLookup = async ({
    userId,
    day,
    endsAt,
    aadhaarIndex,
    limit,
  }: AadhaarLookup): Promise<boolean> => {
    const belowLimit = { [`asked.${limit - 1}`]: { $exists: false } };
    try {
      await Lookups.updateOne(
        { _id: `${day}:${userId}`, $or: [{ asked: aadhaarIndex }, belowLimit] },
        { $addToSet: { asked: aadhaarIndex }, $setOnInsert: { userId, endsAt } },
        // A lookup that is lost at a failover may be repeated once.
        { upsert: true, ...PRIMARY_ONLY },
      );
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  };

  const isRecorded = async ({ userId, day, olderIndexes }: AadhaarLookup): Promise<boolean> =>
    olderIndexes.length > 0 &&
    (await Lookups.exists({ _id: `${day}:${userId}`, asked: { $in: olderIndexes } })) !== null;

  return {
    tryRecord: async (lookup) =>
      (await isRecorded(lookup)) || (await recordLookup(lookup)) || recordLookup(lookup),

    removeByUser: async (userId) => {
      await Lookups.deleteMany({ userId });
    },
  };
}
