import { isDuplicateKey, PRIMARY_ONLY, tooMany } from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Per user: interfaces.md, Limits. */
const MAX_EDITS = { minute: 3, day: 50 } as const;
const FILES_PER_DAY = 60;

interface EditsRow {
  _id: string;
  at: Date[];
  counted: boolean;
  now: Date;
  endsAt: Date;
}

const editSchema = new Schema<EditsRow>(
  { _id: String, at: [Date], counted: Boolean, now: Date, endsAt: Date },
  { versionKey: false, collection: 'edits' },
).index({ endsAt: 1 }, { expireAfterSeconds: 0 });

const filterRecent = (list: string, ms: number) => ({
  $filter: { input: { $ifNull: [list, []] }, cond: { $gt: ['$$this', { $subtract: ['$$NOW', ms] }] } },
});

/** All times are the database's. */
const consumePipeline = [
  { $set: { at: filterRecent('$at', DAY_MS), now: '$$NOW', endsAt: { $add: ['$$NOW', DAY_MS] } } },
  {
    $set: {
      counted: {
        $and: [
          { $lt: [{ $size: '$at' }, MAX_EDITS.day] },
          { $lt: [{ $size: filterRecent('$at', MINUTE_MS) }, MAX_EDITS.minute] },
        ],
      },
    },
  },
  { $set: { at: { $cond: ['$counted', { $concatArrays: ['$at', ['$$NOW']] }, '$at'] } } },
];

/** Seconds. */
function calculateWait({ at, now }: Pick<EditsRow, 'at' | 'now'>): number {
  const waits = [
    [MAX_EDITS.minute, MINUTE_MS],
    [MAX_EDITS.day, DAY_MS],
  ] as const;
  return Math.max(
    0,
    ...waits.map(([limit, ms]) => {
      const oldest = at.at(-limit);
      return oldest ? (oldest.getTime() + ms - now.getTime()) / 1000 : 0;
    }),
  );
}

/** Each edit adds a permanent version and, once paid, a ticket. */
export class EditQuota {
  readonly #edits: Model<EditsRow>;

  constructor(connection: Connection) {
    this.#edits = connection.model<EditsRow>('Edits', editSchema);
  }

  /** Counts nothing. @throws HttpProblem 429 over the limit */
  async check(userId: string): Promise<void> {
    const pipeline = [{ $match: { _id: userId } }, { $set: { now: '$$NOW' } }];
    const [row] = await this.#edits.aggregate<EditsRow>(pipeline);
    const wait = row ? calculateWait(row) : 0;
    if (wait > 0) throw tooMany(wait);
  }

  /** Call in the transaction of the edit. @throws HttpProblem 429 over the limit */
  async consume(userId: string): Promise<void> {
    const options = { upsert: true, returnDocument: 'after', updatePipeline: true } as const;
    const counting = this.#edits.findOneAndUpdate({ _id: userId }, consumePipeline, options);
    const row = await counting.lean<EditsRow>();
    if (row && !row.counted) throw tooMany(calculateWait(row));
  }

  async removeByUser(userId: string): Promise<void> {
    await this.#edits.deleteOne({ _id: userId });
  }
}

export class UploadQuota {
  readonly #limiter: RateLimiterMongo;

  constructor(connection: Connection) {
    this.#limiter = new RateLimiterMongo({
      storeClient: connection,
      keyPrefix: 'uploads',
      points: FILES_PER_DAY,
      duration: DAY_MS / 1000,
    });
  }

  /** @throws HttpProblem 429 over the limit */
  async consume(userId: string): Promise<void> {
    await this.#limiter.consume(userId).catch((rejection) => {
      throw rejection instanceof RateLimiterRes ? tooMany(rejection.msBeforeNext / 1000) : rejection;
    });
  }

  async removeByUser(userId: string): Promise<void> {
    await this.#limiter.delete(userId);
  }
}

interface AadhaarLookupRow {
  /** `<yyyy-mm-dd>:<user id>` */
  _id: string;
  userId: string;
  /** Blind indexes. */
  asked: string[];
  endsAt: Date;
}

const lookupSchema = new Schema<AadhaarLookupRow>(
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
    this.#lookups = connection.model<AadhaarLookupRow>('AskedAadhaars', lookupSchema);
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
