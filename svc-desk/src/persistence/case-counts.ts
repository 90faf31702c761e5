import type { AttendanceState, DeskReport, HallAttendance } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import type { Model } from 'mongoose';
import { type CaseRow, type Districts, getCaseModel, type IndexedCase, inCentresOf } from './case-rows.ts';
import { toQuery } from './case-search.ts';

type CaseReport = Pick<DeskReport, 'groups' | 'days'>;
type HallCount = Pick<HallAttendance, 'hall' | 'seated' | 'present' | 'paper'>;

const GROUP_FIELDS = ['district_id', 'district_name', 'exam_type', 'payment_status', 'scrutiny'];

/** Paid candidates with a seat. */
const areSeated = (examine_year: string) =>
  ({ examine_year, payment_status: 'S', roll_number: { $type: 'string' } }) as const;

/** Counts for reports, halls and results. */
export class CaseCounts {
  readonly #cases: Model<CaseRow>;

  constructor(db: Database) {
    this.#cases = getCaseModel(db);
  }

  /** Applications of a year; days are those of submission, in India. */
  async report(examineYear: string, districts?: Districts): Promise<CaseReport> {
    const $match = toQuery({ examine_year: examineYear, districts });
    const toGroup = Object.fromEntries(GROUP_FIELDS.map((field) => [field, `$${field}`]));
    const day = { $dateToString: { date: '$submitted_at', format: '%Y-%m-%d', timezone: '+05:30' } };
    const isPaid = { $eq: ['$payment_status', 'S'] };
    const [groups, days] = await Promise.all([
      this.#cases.aggregate<CaseReport['groups'][number]>([
        { $match },
        { $group: { _id: toGroup, count: { $sum: 1 } } },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
        { $sort: { district_name: 1, exam_type: 1, payment_status: 1, scrutiny: 1 } },
      ]),
      this.#cases.aggregate<CaseReport['days'][number]>([
        { $match },
        { $group: { _id: day, submitted: { $sum: 1 }, paid: { $sum: { $cond: [isPaid, 1, 0] } } } },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, day: '$_id', submitted: 1, paid: 1 } },
      ]),
    ]);
    return { groups, days };
  }

  /** 0 before the first result. */
  async findLastRevision(): Promise<number> {
    const filter: object = { result_revision: { $type: 'number' } };
    const last = await this.#cases.findOne(filter).sort({ result_revision: -1 }).lean<IndexedCase>();
    return last?.result_revision ?? 0;
  }

  /** Paid candidates with a seat. */
  countWithoutResult(examineYear: string): Promise<number> {
    const filter: object = { ...areSeated(examineYear), result_revision: null };
    return this.#cases.countDocuments(filter);
  }

  /** Whether somebody of these districts has a seat in the hall. */
  async hasHall(examineYear: string, hall: string, districts?: Districts): Promise<boolean> {
    const roll_number = new RegExp(`^${examineYear.slice(2)}-${hall}-`);
    const filter: object = { examine_year: examineYear, roll_number, ...inCentresOf(districts) };
    return (await this.#cases.exists(filter)) !== null;
  }

  /** Paid candidates with a seat by the hall of their seat, and those of them who were present. */
  countByHall(examineYear: string, districts?: Districts): Promise<HallCount[]> {
    const countState = (state: AttendanceState) => ({
      $sum: { $cond: [{ $eq: [{ $first: '$noted.state' }, state] }, 1, 0] },
    });
    return this.#cases.aggregate<HallCount>([
      { $match: { ...areSeated(examineYear), ...inCentresOf(districts) } },
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
}
