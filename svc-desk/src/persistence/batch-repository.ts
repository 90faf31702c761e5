import { type BatchResult, batchResult, type DeskBatch } from '@archaka/contracts';
import { type Database, QueueRepository } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

/** Cases that a senior clerk accepts together. */
export interface BatchRow extends Pick<DeskBatch, 'state' | 'rule' | 'cases' | 'has_more' | 'amount'> {
  readonly _id: string;
  readonly staff_id: string;
  /** Of its cases. */
  readonly district_ids: readonly number[];
  readonly at: Date;
  readonly starts_at?: Date;
  readonly undone_by?: string;
  readonly results: Readonly<Record<BatchResult, number>>;
  /** When a preview ends, its cases are decided, or it is deleted. */
  readonly due_at: Date | null;
}

/** A case of a batch as the preview has frozen it. */
export interface BatchCaseRow {
  readonly _id: string;
  readonly batch_id: string;
  readonly application_id: string;
  readonly version: number;
  /** Null before it is decided. */
  readonly result: BatchResult | null;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const batchSchema = new Schema(
  {
    _id: text,
    state: text,
    rule: { id: text, name: text, name_te: text },
    staff_id: text,
    district_ids: { type: [Number], required: true },
    at: { type: Date, required: true },
    starts_at: Date,
    undone_by: String,
    cases: count,
    has_more: { type: Boolean, required: true },
    amount: count,
    results: Object.fromEntries(batchResult.options.map((result) => [result, count])),
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
  },
  { collection: 'batches', versionKey: false },
)
  .index({ at: -1, _id: -1 })
  .index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

const caseSchema = new Schema<BatchCaseRow>(
  {
    _id: text,
    batch_id: text,
    application_id: text,
    version: count,
    result: String,
  },
  { collection: 'batch_cases', versionKey: false },
).index({ batch_id: 1, application_id: 1 });

const noResults = Object.fromEntries(batchResult.options.map((result) => [result, 0])) as BatchRow['results'];

export class BatchRepository {
  readonly rows: QueueRepository<BatchRow>;
  readonly #batches: Model<BatchRow>;
  readonly #cases: Model<BatchCaseRow>;

  constructor({ connection }: Pick<Database, 'connection'>) {
    this.#batches = connection.model<BatchRow>('Batch', batchSchema as unknown as Schema<BatchRow>);
    this.#cases = connection.model<BatchCaseRow>('BatchCase', caseSchema);
    this.rows = new QueueRepository<BatchRow>(this.#batches);
  }

  /** Needs a transaction. Replaces earlier previews of the same person. */
  async add(
    batch: Omit<BatchRow, 'results' | 'cases'>,
    cases: readonly { readonly _id: string; readonly version: number }[],
  ): Promise<void> {
    const filter: object = { staff_id: batch.staff_id, state: 'previewed' };
    for (const earlier of await this.#batches.find(filter).lean<BatchRow[]>()) await this.remove(earlier);
    await this.#batches.insertMany([{ ...batch, cases: cases.length, results: noResults }]);
    await this.#cases.insertMany(
      cases.map(({ _id: application_id, version }) => ({
        _id: `${batch._id}:${application_id}`,
        batch_id: batch._id,
        application_id,
        version,
        result: null,
      })),
    );
  }

  async find(id: string): Promise<BatchRow | undefined> {
    return (await this.#batches.findById(id).lean<BatchRow>()) ?? undefined;
  }

  /** Newest first. `districts`: only those whose cases all are of these. */
  async list({
    districts,
    after,
    limit,
  }: {
    readonly districts: readonly number[] | undefined;
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<BatchRow[]> {
    const last = after === undefined ? undefined : await this.find(after);
    const filter: object = {
      ...(districts && { district_ids: { $not: { $elemMatch: { $nin: districts } } } }),
      ...(last && { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] }),
    };
    return this.#batches.find(filter).sort({ at: -1, _id: -1 }).limit(limit).lean<BatchRow[]>();
  }

  /** False when its state has changed since it was read. A claim of the queue ends where `due_at` changes. */
  async change(
    { _id, state }: Pick<BatchRow, '_id' | 'state'>,
    changes: Partial<BatchRow>,
  ): Promise<boolean> {
    const free = changes.due_at ? { lease: null, tries: 0, parked_at: null } : {};
    const update: object = { $set: { ...changes, ...free } };
    return (await this.#batches.updateOne({ _id, state }, update)).matchedCount === 1;
  }

  /** In the order of their ids. `result`: null for those that have none. */
  listCases(
    batchId: string,
    {
      result,
      after,
      limit,
    }: {
      readonly result?: BatchResult | null | undefined;
      readonly after?: string | undefined;
      readonly limit: number;
    },
  ): Promise<BatchCaseRow[]> {
    const filter: object = {
      batch_id: batchId,
      ...(result !== undefined && { result }),
      ...(after !== undefined && { application_id: { $gt: after } }),
    };
    return this.#cases.find(filter).sort({ application_id: 1 }).limit(limit).lean<BatchCaseRow[]>();
  }

  /** Needs a transaction. A result never changes. */
  async setResult({ _id, batch_id }: BatchCaseRow, result: BatchResult): Promise<void> {
    const { modifiedCount } = await this.#cases.updateOne({ _id, result: null }, { $set: { result } });
    if (modifiedCount === 1)
      await this.#batches.updateOne({ _id: batch_id }, { $inc: { [`results.${result}`]: 1 } } as object);
  }

  /** Needs a transaction. Of all cases that have none. */
  async undo({ _id, cases }: BatchRow): Promise<void> {
    await this.#cases.updateMany({ batch_id: _id }, { $set: { result: 'undone' } });
    await this.#batches.updateOne({ _id }, { $set: { 'results.undone': cases } } as object);
  }

  /** Needs a transaction. Nothing happens when its state has changed since it was read. */
  async remove({ _id, state }: Pick<BatchRow, '_id' | 'state'>): Promise<void> {
    const { deletedCount } = await this.#batches.deleteOne({ _id, state });
    if (deletedCount === 1) await this.#cases.deleteMany({ batch_id: _id });
  }
}
