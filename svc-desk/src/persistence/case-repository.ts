import { type Database, dueIn, dueNow, QueueRepository } from '@archaka/service-kit';
import type { Model } from 'mongoose';
import type { CaseFacets, CaseScrutiny } from '../domain/case.ts';
import { type CaseRow, getCaseModel, type IndexedCase } from './case-rows.ts';

const MAX_BEHIND = 10_000;
/** Several events of an application arrive together; one read then serves them all. */
const DELAY_MS = 300;

/** What svc-application says of its applications. */
export class CaseRepository {
  readonly rows: QueueRepository<CaseRow>;
  readonly #cases: Model<CaseRow>;

  constructor(db: Database) {
    this.#cases = getCaseModel(db);
    this.rows = new QueueRepository<CaseRow>(this.#cases);
  }

  /** Has an application read at svc-application. `isPaid`: what an event says of its payment. */
  async markChanged(
    id: string,
    { isPaid, rollNumber }: { readonly isPaid?: boolean; readonly rollNumber?: string | undefined } = {},
  ): Promise<void> {
    const expected = isPaid === undefined ? {} : { expected: { isPaid, at: '$$NOW' } };
    const seat = rollNumber === undefined ? {} : { roll_number: { $literal: rollNumber } };
    await this.#mark({ _id: id }, { ...dueIn(DELAY_MS), ...expected, ...seat }, { upsert: true });
  }

  /** Has those of these applications read that are not listed yet. */
  async addMissing(ids: readonly string[]): Promise<void> {
    const known = await this.#cases.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean<{ _id: string }[]>();
    const listed = new Set(known.map(({ _id }) => _id));
    for (const _id of ids) if (!listed.has(_id)) await this.#mark({ _id }, dueNow, { upsert: true });
  }

  async #mark(filter: { _id: string }, changes: object, options: { upsert: true }): Promise<void> {
    const initial = { scrutiny: { $ifNull: ['$scrutiny', 'none'] }, look: { $ifNull: ['$look', 1] } };
    await this.#cases.updateOne(filter, [{ $set: { ...initial, ...changes } }], {
      ...options,
      updatePipeline: true,
    });
  }

  async find(id: string): Promise<IndexedCase | undefined> {
    const row = await this.#cases.findOne({ _id: id, submitted_at: { $type: 'date' } }).lean<IndexedCase>();
    return row ?? undefined;
  }

  list(ids: readonly string[]): Promise<IndexedCase[]> {
    return this.#cases
      .find({ _id: { $in: [...ids] }, submitted_at: { $type: 'date' } })
      .lean<IndexedCase[]>();
  }

  /** What svc-application says of the application. A new version has no deciders, but keeps the clerk who has it open. */
  async update(
    id: string,
    values: CaseFacets & CaseScrutiny & Required<Pick<CaseRow, 'tokens' | 'number_token'>>,
    {
      isNewVersion,
      isExpected,
    }: {
      readonly isNewVersion: boolean;
      /** Whether the record shows what the last event said. */
      readonly isExpected: boolean;
    },
  ): Promise<void> {
    const $unset = {
      ...(isNewVersion && { deciders: 1, is_rejected: 1 }),
      ...(isExpected && { expected: 1 }),
    };
    await this.#cases.updateOne({ _id: id }, { $set: values, $unset } as object);
  }

  /** False when it is deleted already. */
  async remove(id: string): Promise<boolean> {
    return (await this.#cases.deleteOne({ _id: id })).deletedCount === 1;
  }

  listByUser(userId: string): Promise<IndexedCase[]> {
    return this.#cases.find({ user_id: userId }).lean<IndexedCase[]>();
  }

  /** In the order of their ids. */
  listRange({
    after,
    before,
    limit,
  }: {
    readonly after: string;
    readonly before: string;
    readonly limit: number;
  }): Promise<IndexedCase[]> {
    return this.#cases
      .find({ _id: { $gt: after, $lt: before } })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<IndexedCase[]>();
  }

  /** Those of an examination that have these roll numbers. */
  listByRollNumbers(examineYear: string, rollNumbers: readonly string[]): Promise<IndexedCase[]> {
    return this.#cases
      .find({ examine_year: examineYear, roll_number: { $in: [...rollNumbers] } })
      .lean<IndexedCase[]>();
  }

  /** The application ids of those that are paid. */
  async listPaid(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#cases.find({ _id: { $in: [...ids] }, payment_status: 'S' }, { _id: 1 }).lean();
    return rows.map(({ _id }) => String(_id));
  }

  async setResultRevision(ids: readonly string[], revision: number): Promise<void> {
    await this.#cases.updateMany({ _id: { $in: [...ids] } }, {
      $max: { result_revision: revision },
    } as object);
  }

  /** Applications that are to be read at svc-application. */
  countBehind(): Promise<number> {
    return this.#cases.countDocuments({ due_at: { $type: 'date' } }, { limit: MAX_BEHIND });
  }
}
