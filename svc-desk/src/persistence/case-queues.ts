import type { BulkRule, ScrutinyState } from '@archaka/contracts';
import { type Database, fromNow } from '@archaka/service-kit';
import type { Model } from 'mongoose';
import type { Look } from '../domain/scrutiny.ts';
import {
  type CaseRow,
  type Districts,
  getCaseModel,
  type IndexedCase,
  inDistricts,
  queueIndex,
} from './case-rows.ts';
import type { CaseFilter } from './case-search.ts';

const LEASE_MINUTES = 20;

/** What a clerk may decide. */
export interface ClerkScope {
  readonly staffId: string;
  readonly name: string;
  readonly isSenior: boolean;
  /** Of the clerk's own numbers. */
  readonly ownNumbers: readonly string[];
  readonly districts?: Districts;
}

interface Queue {
  readonly district_id: number;
  readonly exam_type: number;
}
type WithQueue<Counts> = Counts & { readonly _id: Queue };

interface QueueCount extends Queue {
  readonly district_name: string;
  readonly waiting: number;
  readonly leased: number;
  readonly second_look: number;
  readonly oldest_at: Date | null;
}

const isNotClosed = { state: { $ne: 'closed' } };
const isFree = { $or: [{ clerk: null }, { $expr: { $lte: ['$clerk.until', '$$NOW'] } }] };

/** Waits for a look that this clerk may decide. */
const waitsFor = ({ staffId, isSenior, ownNumbers, districts }: ClerkScope) => ({
  waiting_since: { $type: 'date' },
  deciders: { $ne: staffId },
  number_token: { $nin: [...ownNumbers] },
  ...(isSenior ? {} : { look: { $lt: 3 }, is_rejected: { $ne: true } }),
  ...inDistricts(districts),
});

const ofCase = { localField: '_id', foreignField: 'application_id' };
const ofNumber = { localField: 'number_token', foreignField: 'number_token' };

/** Stages that leave out cases with a row of another collection. */
const withoutRowsOf = (from: string, match: object = {}, fields = ofCase) => [
  {
    $lookup: {
      from,
      ...fields,
      pipeline: [{ $match: match }, { $limit: 1 }, { $project: { _id: 1 } }],
      as: from,
    },
  },
  { $match: { [from]: [] } },
];

/** Cases that wait for a decision. Times are the database's. */
export class CaseQueues {
  readonly #cases: Model<CaseRow>;

  constructor(db: Database) {
    this.#cases = getCaseModel(db);
  }

  /** By district and type. */
  async listQueues(districts?: Districts): Promise<QueueCount[]> {
    const $match = { waiting_since: { $type: 'date' }, ...inDistricts(districts) } as const;
    const _id = { district_id: '$district_id', exam_type: '$exam_type' };
    const isLeased = { 'clerk.staff_id': { $type: 'string' }, $expr: { $gt: ['$clerk.until', '$$NOW'] } };
    const [queues, leases] = await Promise.all([
      this.#cases
        .aggregate<WithQueue<Omit<QueueCount, keyof Queue | 'leased'>>>([
          { $match },
          {
            $group: {
              _id,
              district_name: { $first: '$district_name' },
              waiting: { $sum: 1 },
              second_look: { $sum: { $cond: [{ $eq: ['$scrutiny', 'second-look'] }, 1, 0] } },
              oldest_at: { $min: '$waiting_since' },
            },
          },
          { $sort: { district_name: 1, '_id.exam_type': 1 } },
        ])
        .hint(queueIndex),
      this.#cases.aggregate<WithQueue<{ readonly leased: number }>>([
        { $match: { ...$match, ...isLeased } },
        { $group: { _id, leased: { $sum: 1 } } },
      ]),
    ]);
    const toKey = ({ district_id, exam_type }: Queue) => `${district_id} ${exam_type}`;
    const leased = new Map(leases.map((row) => [toKey(row._id), row.leased]));
    return queues.map(({ _id: queue, ...counts }) => ({
      ...counts,
      ...queue,
      leased: leased.get(toKey(queue)) ?? 0,
    }));
  }

  /** Those that wait for their first look and that nobody has open, has noted, decided or complained about; longest first. */
  streamUntouched({
    examineYear,
    rule: { exam_types, districts, papers, unedited },
    ownDistricts,
    ownNumbers,
  }: {
    readonly examineYear: string;
    readonly rule: BulkRule;
    readonly ownDistricts: Districts;
    readonly ownNumbers: readonly string[];
  }): AsyncIterable<IndexedCase> {
    const $match = {
      waiting_since: { $type: 'date' },
      scrutiny: 'waiting',
      due_at: null,
      number_token: { $nin: [...ownNumbers] },
      examine_year: examineYear,
      ...(exam_types && { exam_type: { $in: exam_types } }),
      ...(papers && { papers: { $all: papers } }),
      ...(unedited && { version: 1 }),
      $and: [isFree, inDistricts(districts) ?? {}, inDistricts(ownDistricts) ?? {}],
    };
    return this.#cases
      .aggregate<IndexedCase>([
        { $match },
        { $sort: { waiting_since: 1 } },
        ...withoutRowsOf('decisions'),
        ...withoutRowsOf('notes'),
        ...withoutRowsOf('grievances', isNotClosed),
        ...withoutRowsOf('grievances', isNotClosed, ofNumber),
      ])
      .cursor({ batchSize: 500 }) as unknown as AsyncIterable<IndexedCase>;
  }

  /** Leases the case that has waited longest; one conditional update, so that no two clerks get the same. */
  leaseNext(
    scope: ClerkScope,
    {
      filter,
      without,
    }: {
      readonly filter: Pick<CaseFilter, 'district_id' | 'exam_type'>;
      readonly without: readonly string[];
    },
  ): Promise<IndexedCase | undefined> {
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    return this.#lease(scope, [given, { _id: { $nin: [...without] } }, isFree]);
  }

  /** @returns undefined when it does not wait for this clerk, or another clerk has it and it is not taken over */
  lease(
    id: string,
    scope: ClerkScope,
    { replacesClerk }: { readonly replacesClerk: boolean },
  ): Promise<IndexedCase | undefined> {
    const mayLease = replacesClerk ? {} : { $or: [isFree, { 'clerk.staff_id': scope.staffId }] };
    return this.#lease(scope, [{ _id: id }, mayLease]);
  }

  /** False when another clerk has it. */
  async release(id: string, staffId: string): Promise<boolean> {
    const { modifiedCount } = await this.#cases.updateOne(
      { _id: id, 'clerk.staff_id': staffId },
      { $unset: { clerk: 1 } },
    );
    return modifiedCount === 1;
  }

  async releaseAll(staffId: string): Promise<void> {
    await this.#cases.updateMany({ 'clerk.staff_id': staffId }, { $unset: { clerk: 1 } });
  }

  /** Needs a transaction. False when the version or the lease changed since they were read. */
  async decide(
    { _id, version, look, clerk }: Pick<IndexedCase, '_id' | 'version' | 'look' | 'clerk'>,
    {
      scrutiny,
      look: nextLook,
      isWaiting,
      isRejected,
      staffId,
    }: {
      readonly scrutiny: ScrutinyState;
      readonly look: Look;
      readonly isWaiting: boolean;
      readonly isRejected: boolean;
      readonly staffId: string;
    },
  ): Promise<boolean> {
    const unchanged: object = { _id, version, look, 'clerk.staff_id': clerk?.staff_id ?? null };
    const set = { scrutiny, look: nextLook, waiting_since: isWaiting ? new Date() : null };
    const { modifiedCount } = await this.#cases.updateOne(unchanged, {
      $set: { ...set, ...(isRejected && { is_rejected: true }) },
      $push: { deciders: staffId },
      $unset: { clerk: 1 },
    } as object);
    return modifiedCount === 1;
  }

  async #lease(scope: ClerkScope, conditions: readonly object[]): Promise<IndexedCase | undefined> {
    const query: object = { $and: [waitsFor(scope), ...conditions] };
    const clerk = { staff_id: scope.staffId, name: scope.name, until: fromNow(LEASE_MINUTES * 60_000) };
    const row = await this.#cases
      .findOneAndUpdate(query, [{ $set: { clerk } }], {
        sort: { waiting_since: 1 },
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<IndexedCase>();
    return row ?? undefined;
  }
}
