import type { AllotmentCounts, AllotmentState, SeatList } from '@archaka/contracts';
import { type Database, dueNow, QueueRepository, writeUnlessDuplicate } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { PlannedAllotment } from '../domain/allotment-plan.ts';

/** The last plan of a centre district, and a row of the work queue while something is to be done for it. */
export interface AllotmentPlanRow {
  /** Year and English name of the centre district. */
  readonly _id: string;
  readonly year: string;
  readonly district: string;
  readonly number: number;
  readonly state: AllotmentState;
  readonly done: number;
  readonly total: number;
  readonly counts?: AllotmentCounts;
  /** New seats by the code of the centre. */
  readonly new_seats?: Readonly<Record<string, number>>;
  /** Hash of what the examination file says of the centres and the day. */
  readonly file: string;
  /** Members of the staff. */
  readonly prepared_by: string;
  readonly prepared_at: Date;
  readonly confirmed_by?: string;
  readonly confirmed_at?: Date;
}

/** Of the plan with this number; rows of earlier plans are without effect until they are deleted. */
export interface PlannedSeatRow extends PlannedAllotment {
  readonly plan: string;
  readonly number: number;
  /** From 1. */
  readonly position: number;
  /** To be allotted or reissued. */
  readonly is_due: boolean;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };

const planSchema = new Schema(
  {
    _id: text,
    year: text,
    district: text,
    number: count,
    state: text,
    done: count,
    total: count,
    counts: Schema.Types.Mixed,
    new_seats: Schema.Types.Mixed,
    file: text,
    prepared_by: text,
    prepared_at: { type: Date, required: true },
    confirmed_by: String,
    confirmed_at: Date,
    due_at: Date,
    tries: Number,
    lease: String,
    parked_at: Date,
  },
  { collection: 'allotment_plans', versionKey: false },
).index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

const seatSchema = new Schema<PlannedSeatRow>(
  {
    plan: text,
    number: count,
    position: count,
    application_id: { ...text, index: true },
    version: Number,
    status: text,
    centre: String,
    seat: Number,
    roll_number: String,
    notice: String,
    note: String,
    is_paid: { type: Boolean, required: true },
    has_ticket: { type: Boolean, required: true },
    is_due: { type: Boolean, required: true },
  },
  { collection: 'planned_seats', versionKey: false },
).index({ plan: 1, number: 1, position: 1 }, { unique: true });

const toPlanId = (year: string, district: string): string => `${year} ${district}`;

const listFilters: Readonly<Record<SeatList, object>> = {
  all: {},
  new: { status: 'new' },
  reissued: { status: 'reissued' },
  unplaced: { status: 'unplaced' },
  check: { status: { $ne: 'unplaced' }, note: { $exists: true } },
  'without-ticket': { is_paid: true, has_ticket: false },
};

type PlanKey = Pick<AllotmentPlanRow, '_id' | 'number'>;

export class AllotmentPlanRepository {
  readonly rows: QueueRepository<AllotmentPlanRow>;
  readonly #plans: Model<AllotmentPlanRow>;
  readonly #seats: Model<PlannedSeatRow>;

  constructor({ connection }: Pick<Database, 'connection'>) {
    this.#plans = connection.model<AllotmentPlanRow>(
      'AllotmentPlan',
      planSchema as unknown as Schema<AllotmentPlanRow>,
    );
    this.#seats = connection.model<PlannedSeatRow>('PlannedSeat', seatSchema);
    this.rows = new QueueRepository<AllotmentPlanRow>(this.#plans);
  }

  async find(year: string, district: string): Promise<AllotmentPlanRow | undefined> {
    return (await this.#plans.findById(toPlanId(year, district)).lean<AllotmentPlanRow>()) ?? undefined;
  }

  list(year: string): Promise<AllotmentPlanRow[]> {
    return this.#plans.find({ year }).lean<AllotmentPlanRow[]>();
  }

  /** Has the next plan of the district prepared. False while a confirmed one is being carried out. */
  async start({
    year,
    district,
    ...fields
  }: Pick<AllotmentPlanRow, 'year' | 'district' | 'file' | 'prepared_by' | 'prepared_at'>): Promise<boolean> {
    const $set = { year, district, ...fields, state: 'preparing', done: 0, total: 0, ...dueNow };
    const $unset = { counts: 1, new_seats: 1, confirmed_by: 1, confirmed_at: 1 };
    const isFree: object = { _id: toPlanId(year, district), state: { $ne: 'confirmed' } };
    return writeUnlessDuplicate(
      this.#plans.updateOne(isFree, { $set, $unset, $inc: { number: 1 } } as object, { upsert: true }),
    );
  }

  /** False when it is not in this state any more. */
  async change(
    { _id, number, state }: Pick<AllotmentPlanRow, '_id' | 'number' | 'state'>,
    changes: Partial<AllotmentPlanRow>,
  ): Promise<boolean> {
    const { matchedCount } = await this.#plans.updateOne({ _id, number, state }, { $set: changes } as object);
    return matchedCount === 1;
  }

  /** Has the plan carried out. False when another one is the last, or its state has changed. */
  confirm(plan: AllotmentPlanRow, changes: Partial<AllotmentPlanRow>): Promise<boolean> {
    return this.change({ ...plan, state: 'prepared' }, { ...changes, state: 'confirmed', ...dueNow });
  }

  async addSeats({ _id: plan, number }: PlanKey, seats: readonly Omit<PlannedSeatRow, 'plan' | 'number'>[]) {
    await this.#seats.insertMany(
      seats.map((seat) => ({ ...seat, plan, number })),
      { lean: true },
    );
  }

  /** Also of earlier plans of the district. */
  async removeSeats({ _id: plan }: PlanKey): Promise<void> {
    await this.#seats.deleteMany({ plan });
  }

  /** By position. */
  listSeats(
    { _id: plan, number }: PlanKey,
    {
      list,
      after = 0,
      limit,
    }: { readonly list: SeatList; readonly after?: number | undefined; readonly limit: number },
  ): Promise<PlannedSeatRow[]> {
    return this.#seats
      .find({ plan, number, position: { $gt: after }, ...listFilters[list] } as object)
      .sort({ position: 1 })
      .limit(limit)
      .lean<PlannedSeatRow[]>();
  }

  listDueSeats({ _id: plan, number }: PlanKey, limit: number): Promise<PlannedSeatRow[]> {
    return this.#seats
      .find({ plan, number, is_due: true })
      .sort({ position: 1 })
      .limit(limit)
      .lean<PlannedSeatRow[]>();
  }

  /** The planned candidates' versions, by application ID. */
  async readVersions({ _id: plan, number }: PlanKey): Promise<Map<string, number | undefined>> {
    const rows = await this.#seats
      .find({ plan, number, is_paid: true }, { _id: 0, application_id: 1, version: 1 })
      .lean<Pick<PlannedSeatRow, 'application_id' | 'version'>[]>();
    return new Map(rows.map(({ application_id, version }) => [application_id, version]));
  }

  /** Needs a transaction with the seats. @param changed those of `seats` that are not allotted */
  async settle(
    plan: PlanKey,
    seats: readonly PlannedSeatRow[],
    changed: readonly PlannedSeatRow[],
  ): Promise<void> {
    const match = (rows: readonly PlannedSeatRow[]) => ({
      plan: plan._id,
      number: plan.number,
      position: { $in: rows.map(({ position }) => position) },
    });
    await this.#seats.updateMany(match(seats), { $set: { is_due: false } });
    await this.#seats.updateMany(match(changed), {
      $set: { status: 'unplaced', note: 'changed' },
      $unset: { centre: 1, seat: 1, roll_number: 1 },
    });
    const fewer = -changed.length;
    const counts = { 'counts.new': fewer, 'counts.seated': fewer, 'counts.unplaced': changed.length };
    await this.#plans.updateOne({ _id: plan._id }, { $inc: { done: seats.length, ...counts } } as object);
  }

  async removeCandidate(application_id: string): Promise<void> {
    await this.#seats.deleteMany({ application_id });
  }
}
