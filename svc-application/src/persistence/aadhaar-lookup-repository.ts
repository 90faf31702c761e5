import { isDuplicateKey, PRIMARY_ONLY } from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

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

export class AadhaarLookupRepository {
  readonly #lookups: Model<AadhaarLookupRow>;

  constructor(connection: Connection) {
    this.#lookups = connection.model<AadhaarLookupRow>('AskedAadhaars', schema);
  }

  /** False over the limit. Repeats do not count. */
  async tryRecord(lookup: AadhaarLookup): Promise<boolean> {
    return (await this.#isRecorded(lookup)) || (await this.#record(lookup)) || this.#record(lookup);
  }

  /** False at the limit and for the slower of two concurrent first lookups. */
  async #record({ userId, day, endsAt, aadhaarIndex, limit }: AadhaarLookup): Promise<boolean> {
    const belowLimit = { [`asked.${limit - 1}`]: { $exists: false } };
    try {
      await this.#lookups.updateOne(
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
  }

  async #isRecorded({ userId, day, olderIndexes }: AadhaarLookup): Promise<boolean> {
    if (olderIndexes.length === 0) return false;
    return (await this.#lookups.exists({ _id: `${day}:${userId}`, asked: { $in: olderIndexes } })) !== null;
  }

  async removeByUser(userId: string): Promise<void> {
    await this.#lookups.deleteMany({ userId });
  }
}
