import {
  type ApplicationRecord,
  type AttendanceState,
  type BulkRule,
  type HallAttendance,
  MAX_MATCHES,
  type ScrutinyState,
} from '@archaka/contracts';
import { type Database, dueIn, dueNow, fromNow, QueueRepository } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { CaseFacets, CaseScrutiny } from '../domain/case.ts';
import type { Look } from '../domain/scrutiny.ts';

const LEASE_MINUTES = 20;
const MAX_COUNTED = 10_000;
/** Several events of an application arrive together; one read then serves them all. */
const DELAY_MS = 300;

/** The clerk who has the case open until `until`. */
export interface ClerkLease {
  readonly staff_id: string;
  readonly name: string;
  readonly until: Date;
}

/** An application as svc-desk lists it; without facets until it was read at svc-application for the first time. */
export interface CaseRow extends Partial<CaseFacets>, CaseScrutiny {
  /** The application id. */
  readonly _id: string;
  /** Once a seat is allotted. */
  readonly roll_number?: string;
  /** Of the result that is published. */
  readonly result_revision?: number;
  /** Of `NameIndex`. */
  readonly tokens?: readonly string[];
  /** Of the mobile number, by `NameIndex`. */
  readonly number_token?: string;
  readonly clerk?: ClerkLease;
  /** Who decided a look of this version. */
  readonly deciders?: readonly string[];
  /** Whether the first look of this version rejected it, so that the second one is a senior clerk's. */
  readonly is_rejected?: boolean;
  /** What an event said of the payment, until svc-application says so, too; at most an hour. */
  readonly expected?: { readonly isPaid: boolean; readonly at: Date };
  readonly due_at: Date | null;
}

/** With facets. */
export type IndexedCase = CaseRow & CaseFacets;

/** All that the list of queues reads of the cases that wait. */
const queueIndex = {
  waiting_since: 1,
  district_id: 1,
  exam_type: 1,
  scrutiny: 1,
  district_name: 1,
} as const;

const schema = new Schema(
  {
    _id: { type: String, required: true },
    user_id: String,
    examine_year: String,
    exam_type: Number,
    exam_regular: Number,
    district_id: Number,
    district_name: String,
    centre_district_id: Number,
    papers: { type: [String], default: undefined },
    amount: Number,
    payment_status: String,
    submitted_at: Date,
    version: Number,
    roll_number: String,
    result_revision: Number,
    revaluation_paid_at: Date,
    tokens: { type: [String], default: undefined },
    number_token: String,
    scrutiny: { type: String, required: true },
    look: { type: Number, required: true },
    waiting_since: Date,
    clerk: { type: Schema.Types.Mixed, default: undefined },
    deciders: { type: [String], default: undefined },
    is_rejected: Boolean,
    expected: { type: Schema.Types.Mixed, default: undefined },
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
  },
  { collection: 'cases', versionKey: false },
)
  .index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } })
  // With the facets, so that a common name reads only the rows that it lists.
  .index(
    { tokens: 1, submitted_at: -1, _id: -1, district_id: 1, exam_type: 1, payment_status: 1, scrutiny: 1 },
    { sparse: true },
  )
  .index({ user_id: 1 }, { sparse: true })
  .index({ roll_number: 1 }, { sparse: true })
  .index({ result_revision: -1 }, { sparse: true })
  .index(
    { revaluation_paid_at: 1, _id: 1 },
    { partialFilterExpression: { revaluation_paid_at: { $type: 'date' } } },
  )
  .index({ 'clerk.staff_id': 1 }, { sparse: true })
  .index({ submitted_at: -1, _id: -1 })
  .index({ district_id: 1, exam_type: 1, submitted_at: -1 })
  .index({
    examine_year: 1,
    district_id: 1,
    exam_type: 1,
    payment_status: 1,
    scrutiny: 1,
    submitted_at: 1,
    district_name: 1,
  })
  .index(queueIndex, { partialFilterExpression: { waiting_since: { $type: 'date' } } });

export interface CaseFilter {
  readonly examine_year?: string | undefined;
  readonly district_id?: number | undefined;
  readonly exam_type?: number | undefined;
  readonly payment_status?: ApplicationRecord['payment_status'] | undefined;
  readonly scrutiny?: ScrutinyState | undefined;
  /** Only these districts. */
  readonly districts?: readonly number[] | undefined;
  readonly ids?: readonly string[] | undefined;
  /** All of them. */
  readonly tokens?: readonly string[] | undefined;
  readonly roll_number?: string | undefined;
}

/** The last one of a page, which may have ended since. */
interface RevaluationPosition {
  readonly id: string;
  readonly paidAt: Date;
}

/** What a clerk may decide. */
export interface ClerkScope {
  readonly staffId: string;
  readonly isSenior: boolean;
  /** Of the clerk's own numbers. */
  readonly ownNumbers: readonly string[];
  readonly districts?: readonly number[] | undefined;
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

const GROUP_FIELDS = ['district_id', 'district_name', 'exam_type', 'payment_status', 'scrutiny'] as const;
type CaseGroup = Pick<IndexedCase, (typeof GROUP_FIELDS)[number]> & { readonly count: number };

type HallCount = Pick<HallAttendance, 'hall' | 'seated' | 'present' | 'paper'>;

interface DayCount {
  /** ISO 8601. */
  readonly day: string;
  readonly submitted: number;
  readonly paid: number;
}

function toQuery({ districts, district_id, ids, tokens, ...facets }: CaseFilter): object {
  const given = Object.entries(facets).filter(([, value]) => value !== undefined);
  const and = [
    ...(district_id === undefined ? [] : [{ district_id }]),
    ...(districts ? [{ district_id: { $in: [...districts] } }] : []),
  ];
  return {
    // Rows that were not read yet have no facets.
    submitted_at: { $type: 'date' },
    ...Object.fromEntries(given),
    ...(and.length > 0 && { $and: and }),
    ...(ids && { _id: { $in: [...ids] } }),
    ...(tokens && { tokens: { $all: [...tokens] } }),
  };
}

const isFree = { $or: [{ clerk: null }, { $expr: { $lte: ['$clerk.until', '$$NOW'] } }] };

/** Waits for a look that this clerk may decide. */
const waitsFor = ({ staffId, isSenior, ownNumbers, districts }: ClerkScope) => ({
  waiting_since: { $type: 'date' },
  deciders: { $ne: staffId },
  number_token: { $nin: [...ownNumbers] },
  ...(isSenior ? {} : { look: { $lt: 3 }, is_rejected: { $ne: true } }),
  ...(districts && { district_id: { $in: [...districts] } }),
});

/** Stages that leave out cases with a row of another collection. */
const withoutRowsOf = (from: string, match: object = {}) => [
  {
    $lookup: {
      from,
      localField: '_id',
      foreignField: 'application_id',
      pipeline: [{ $match: match }, { $limit: 1 }, { $project: { _id: 1 } }],
      as: from,
    },
  },
  { $match: { [from]: [] } },
];

/** Times are the database's. */
export class CaseRepository {
  readonly rows: QueueRepository<CaseRow>;
  readonly #cases: Model<CaseRow>;

  constructor({ connection }: Database) {
    this.#cases = connection.model<CaseRow>('Case', schema as unknown as Schema<CaseRow>);
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
    {
      facets,
      scrutiny,
      tokens,
      numberToken,
      isNewVersion,
      isExpected,
    }: {
      readonly facets: CaseFacets;
      readonly scrutiny: CaseScrutiny;
      readonly tokens: readonly string[];
      readonly numberToken: string;
      readonly isNewVersion: boolean;
      /** Whether the record shows what the last event said. */
      readonly isExpected: boolean;
    },
  ): Promise<void> {
    const $unset = {
      ...(isNewVersion && { deciders: 1, is_rejected: 1 }),
      ...(isExpected && { expected: 1 }),
    };
    await this.#cases.updateOne({ _id: id }, {
      $set: { ...facets, ...scrutiny, tokens, number_token: numberToken },
      $unset,
    } as object);
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

  /** Newest first. */
  async search(
    filter: CaseFilter,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ readonly rows: IndexedCase[]; readonly total: number }> {
    const query = toQuery(filter);
    const last = after === undefined ? undefined : await this.find(after);
    const older = last && {
      $or: [
        { submitted_at: { $lt: last.submitted_at } },
        { submitted_at: last.submitted_at, _id: { $lt: last._id } },
      ],
    };
    const [rows, total] = await Promise.all([
      this.#cases
        .find(older ? { $and: [query, older] } : query)
        .sort({ submitted_at: -1, _id: -1 })
        .limit(limit)
        .lean<IndexedCase[]>(),
      this.#cases.countDocuments(query, { limit: MAX_MATCHES }),
    ]);
    return { rows, total };
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

  /** Those whose revaluation waits, in the order of their payments. */
  async listRevaluations(
    districts: readonly number[] | undefined,
    { after, limit }: { readonly after?: RevaluationPosition | undefined; readonly limit: number },
  ): Promise<{ readonly rows: IndexedCase[]; readonly total: number }> {
    const query: object = {
      revaluation_paid_at: { $type: 'date' },
      ...(districts && { district_id: { $in: [...districts] } }),
    };
    const later = after && {
      $or: [
        { revaluation_paid_at: { $gt: after.paidAt } },
        { revaluation_paid_at: after.paidAt, _id: { $gt: after.id } },
      ],
    };
    const [rows, total] = await Promise.all([
      this.#cases
        .find(later ? { $and: [query, later] } : query)
        .sort({ revaluation_paid_at: 1, _id: 1 })
        .limit(limit)
        .lean<IndexedCase[]>(),
      this.#cases.countDocuments(query, { limit: MAX_COUNTED }),
    ]);
    return { rows, total };
  }

  /** 0 before the first result. */
  async findLastRevision(): Promise<number> {
    const filter: object = { result_revision: { $type: 'number' } };
    const last = await this.#cases.findOne(filter).sort({ result_revision: -1 }).lean<IndexedCase>();
    return last?.result_revision ?? 0;
  }

  /** Paid candidates with a seat. */
  countWithoutResult(examineYear: string): Promise<number> {
    const filter: object = {
      examine_year: examineYear,
      payment_status: 'S',
      roll_number: { $type: 'string' },
    };
    return this.#cases.countDocuments({ ...filter, result_revision: null });
  }

  /** Whether somebody of these districts has a seat in the hall. */
  async hasHall(examineYear: string, hall: string, districts?: readonly number[]): Promise<boolean> {
    const roll_number = new RegExp(`^${examineYear.slice(2)}-${hall}-`);
    const inDistricts = districts && { centre_district_id: { $in: [...districts] } };
    return (await this.#cases.exists({ examine_year: examineYear, roll_number, ...inDistricts })) !== null;
  }

  /** Paid candidates with a seat by the hall of their seat, and those of them who were present. */
  countByHall(examineYear: string, districts?: readonly number[]): Promise<HallCount[]> {
    const countState = (state: AttendanceState) => ({
      $sum: { $cond: [{ $eq: [{ $first: '$noted.state' }, state] }, 1, 0] },
    });
    return this.#cases.aggregate<HallCount>([
      {
        $match: {
          examine_year: examineYear,
          payment_status: 'S',
          roll_number: { $type: 'string' },
          ...(districts && { centre_district_id: { $in: [...districts] } }),
        },
      },
      { $lookup: { from: 'attendance', localField: '_id', foreignField: '_id', as: 'noted' } },
      {
        $group: {
          _id: { $arrayElemAt: [{ $split: ['$roll_number', '-'] }, 1] },
          seated: { $sum: 1 },
          present: countState('present'),
          paper: countState('paper'),
        },
      },
      { $sort: { _id: 1 } },
      { $project: { _id: 0, hall: '$_id', seated: 1, present: 1, paper: 1 } },
    ]);
  }

  /** Newest first. */
  stream(filter: CaseFilter): AsyncIterable<IndexedCase> {
    return this.#cases
      .find(toQuery(filter))
      .sort({ submitted_at: -1, _id: -1 })
      .lean<IndexedCase[]>()
      .cursor({ batchSize: 500 }) as unknown as AsyncIterable<IndexedCase>;
  }

  /** @param limit counts no further */
  count(filter: CaseFilter, limit?: number): Promise<number> {
    return this.#cases.countDocuments(toQuery(filter), limit === undefined ? {} : { limit });
  }

  /** Applications of a year; days are those of submission, in India. */
  async report(
    examineYear: string,
    districts?: readonly number[],
  ): Promise<{ readonly groups: CaseGroup[]; readonly days: DayCount[] }> {
    const $match = toQuery({ examine_year: examineYear, districts });
    const toGroup = Object.fromEntries(GROUP_FIELDS.map((field) => [field, `$${field}`]));
    const day = { $dateToString: { date: '$submitted_at', format: '%Y-%m-%d', timezone: '+05:30' } };
    const isPaid = { $eq: ['$payment_status', 'S'] };
    const [groups, days] = await Promise.all([
      this.#cases.aggregate<CaseGroup>([
        { $match },
        { $group: { _id: toGroup, count: { $sum: 1 } } },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
        { $sort: { district_name: 1, exam_type: 1, payment_status: 1, scrutiny: 1 } },
      ]),
      this.#cases.aggregate<DayCount>([
        { $match },
        { $group: { _id: day, submitted: { $sum: 1 }, paid: { $sum: { $cond: [isPaid, 1, 0] } } } },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, day: '$_id', submitted: 1, paid: 1 } },
      ]),
    ]);
    return { groups, days };
  }

  /** Applications that are to be read at svc-application. */
  countBehind(): Promise<number> {
    return this.#cases.countDocuments({ due_at: { $type: 'date' } }, { limit: MAX_COUNTED });
  }

  /** By district and type. */
  async listQueues(districts?: readonly number[]): Promise<QueueCount[]> {
    const $match = {
      waiting_since: { $type: 'date' },
      ...(districts && { district_id: { $in: [...districts] } }),
    } as const;
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
    readonly ownDistricts: readonly number[] | undefined;
    readonly ownNumbers: readonly string[];
  }): AsyncIterable<IndexedCase> {
    const listed = [districts, ownDistricts].flatMap((ids) =>
      ids ? [{ district_id: { $in: [...ids] } }] : [],
    );
    const $match = {
      waiting_since: { $type: 'date' },
      scrutiny: 'waiting',
      due_at: null,
      number_token: { $nin: [...ownNumbers] },
      examine_year: examineYear,
      ...(exam_types && { exam_type: { $in: exam_types } }),
      ...(papers && { papers: { $all: papers } }),
      ...(unedited && { version: 1 }),
      $and: [isFree, ...listed],
    };
    return this.#cases
      .aggregate<IndexedCase>([
        { $match },
        { $sort: { waiting_since: 1 } },
        ...withoutRowsOf('decisions'),
        ...withoutRowsOf('notes'),
        ...withoutRowsOf('grievances', { state: { $ne: 'closed' } }),
      ])
      .cursor({ batchSize: 500 }) as unknown as AsyncIterable<IndexedCase>;
  }

  /** Leases the case that has waited longest; one conditional update, so that no two clerks get the same. */
  async leaseNext(
    { staffId, name }: { readonly staffId: string; readonly name: string },
    {
      scope,
      filter,
      without,
    }: {
      readonly scope: ClerkScope;
      readonly filter: Pick<CaseFilter, 'district_id' | 'exam_type'>;
      readonly without: readonly string[];
    },
  ): Promise<IndexedCase | undefined> {
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const query: object = { $and: [waitsFor(scope), given, { _id: { $nin: [...without] } }, isFree] };
    const row = await this.#cases
      .findOneAndUpdate(query, this.#toLease(staffId, name), {
        sort: { waiting_since: 1 },
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<IndexedCase>();
    return row ?? undefined;
  }

  /** @returns undefined when it does not wait for this clerk, or another clerk has it and it is not taken over */
  async lease(
    id: string,
    { staffId, name }: { readonly staffId: string; readonly name: string },
    { scope, replacesClerk }: { readonly scope: ClerkScope; readonly replacesClerk: boolean },
  ): Promise<IndexedCase | undefined> {
    const mayLease = replacesClerk ? {} : { $or: [isFree, { 'clerk.staff_id': staffId }] };
    const query: object = { $and: [{ _id: id }, waitsFor(scope), mayLease] };
    const row = await this.#cases
      .findOneAndUpdate(query, this.#toLease(staffId, name), {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<IndexedCase>();
    return row ?? undefined;
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

  #toLease(staff_id: string, name: string) {
    return [{ $set: { clerk: { staff_id, name, until: fromNow(LEASE_MINUTES * 60_000) } } }];
  }
}

export const isLeasedBy = ({ clerk }: Pick<CaseRow, 'clerk'>, staffId: string): boolean =>
  clerk?.staff_id === staffId;
