import { type Connection, type Model, Schema } from 'mongoose';

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
  /** In ascending order, at least one. */
  readonly years: readonly string[];
  readonly after: string | undefined;
  readonly limit: number;
}

/** Since when users hold Aadhaars unpaid, by the database's clock. Releasing a claim does not restart the time. */
export class FirstHoldRepository {
  readonly #holds: Model<HoldRow>;

  constructor(connection: Connection) {
    this.#holds = connection.model<HoldRow>('FirstHold', schema);
  }

  /** Now, unless there was an earlier hold. Call in the transaction that acquires the claim. */
  async getOrStart(claim: string, userId: string): Promise<Date> {
    const first = [{ $set: { since: { $ifNull: ['$since', '$$NOW'] }, userId: { $literal: userId } } }];
    const options = { upsert: true, returnDocument: 'after', updatePipeline: true } as const;
    const hold = { _id: toHoldId(claim, userId) };
    const row = await this.#holds.findOneAndUpdate(hold, first, options).lean<HoldRow>();
    return row?.since ?? new Date();
  }

  async find(claim: string, userId: string): Promise<Date | undefined> {
    return (await this.#holds.findById(toHoldId(claim, userId)).lean<HoldRow>())?.since;
  }

  async exists(claim: string): Promise<boolean> {
    return (await this.#holds.exists(matchClaim(claim))) !== null;
  }

  /** Call in a transaction. */
  async rename(from: string, to: string): Promise<void> {
    for (const { _id, since, userId } of await this.#holds.find(matchClaim(from)).lean<HoldRow[]>()) {
      await this.#holds.deleteOne({ _id });
      const moved = { $min: { since }, $set: { userId } };
      await this.#holds.updateOne({ _id: to + _id.slice(from.length) }, moved, { upsert: true });
    }
  }

  async reset(claim: string, userId: string): Promise<void> {
    await this.#holds.deleteOne({ _id: toHoldId(claim, userId) });
  }

  /** Ids in ascending order. */
  async listIdsByYears({ years, after, limit }: YearsRequest): Promise<string[]> {
    const ids = { $gt: after ?? `aadhaar:${years[0]}:`, $lt: `aadhaar:${years.at(-1)};` };
    const found = await this.#holds.find({ _id: ids }, { _id: 1 }).sort({ _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id);
  }

  async removeByUser(userId: string): Promise<void> {
    await this.#holds.deleteMany({ userId });
  }

  /** False when it is deleted already. */
  async remove(id: string): Promise<boolean> {
    return (await this.#holds.deleteOne({ _id: id })).deletedCount === 1;
  }
}
