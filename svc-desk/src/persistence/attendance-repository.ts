import type { AttendanceState } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { type NotedCandidate, toHall } from '../domain/attendance.ts';
import { type Districts, type IndexedCase, inCentresOf } from './case-rows.ts';

interface StoredEntry {
  readonly state: AttendanceState;
  /** Code of the hall whose file has it. */
  readonly hall: string;
  readonly noted_at: Date;
  readonly staff_id: string;
  readonly at: Date;
}

/** Of a candidate in a file at least. */
export interface AttendanceRow {
  /** The application id. */
  readonly _id: string;
  readonly examine_year: string;
  readonly roll_number: string;
  /** In the roll number. */
  readonly seat_hall: string;
  readonly centre_district_id: number;
  /** Of the last entry. */
  readonly state: AttendanceState;
  readonly hall: string;
  /** Oldest first; none is ever changed. */
  readonly entries: readonly StoredEntry[];
}

const text = { type: String, required: true };
const schema = new Schema(
  {
    _id: text,
    examine_year: text,
    roll_number: text,
    seat_hall: text,
    centre_district_id: { type: Number, required: true },
    state: text,
    hall: text,
    entries: [Schema.Types.Mixed],
  },
  { collection: 'attendance', versionKey: false },
).index({ examine_year: 1, hall: 1 });

interface AttendanceFile {
  readonly examineYear: string;
  readonly hall: string;
  readonly staffId: string;
}

type SeatedCase = Pick<IndexedCase, '_id' | 'examine_year' | 'roll_number'>;

export class AttendanceRepository {
  readonly #rows: Model<AttendanceRow>;

  constructor({ connection }: Pick<Database, 'connection'>) {
    this.#rows = connection.model<AttendanceRow>('Attendance', schema as unknown as Schema<AttendanceRow>);
  }

  /** Needs a transaction. An entry that a candidate has already is not added again. @returns how many were added */
  async add(
    noted: readonly NotedCandidate[],
    { examineYear, hall, staffId }: AttendanceFile,
  ): Promise<number> {
    const ids = noted.map(({ candidate }) => candidate.applicationId);
    const rows = await this.#rows.find({ _id: { $in: ids } }).lean<AttendanceRow[]>();
    const known = new Map(rows.map((row) => [row._id, row.entries]));
    const at = new Date();
    const updates = noted.flatMap(({ candidate, state, notedAt }) => {
      const { applicationId: _id, rollNumber, centreDistrictId } = candidate;
      const isKnown = known
        .get(_id)
        ?.some(
          (entry) => entry.hall === hall && entry.state === state && +entry.noted_at === notedAt.getTime(),
        );
      if (isKnown) return [];
      const seat = {
        examine_year: examineYear,
        roll_number: rollNumber,
        seat_hall: toHall(rollNumber),
        centre_district_id: centreDistrictId,
      };
      const entry = { state, hall, noted_at: notedAt, staff_id: staffId, at };
      const update = { $set: { ...seat, state, hall }, $push: { entries: entry } };
      return [{ updateOne: { filter: { _id }, update, upsert: true } }];
    });
    if (updates.length > 0) await this.#rows.bulkWrite(updates as never);
    return updates.length;
  }

  /** Undefined without a seat, and before a file of its hall was uploaded. */
  async find(seated: SeatedCase): Promise<Pick<AttendanceRow, 'state' | 'entries'> | undefined> {
    const row = await this.#rows.findById(seated._id, { state: 1, entries: 1 }).lean<AttendanceRow>();
    if (row) return row;
    const state = (await this.findStates([seated])).get(seated._id);
    return state && { state, entries: [] };
  }

  /** By application id. Without an entry: absent, once a file of the candidate's hall was uploaded. */
  async findStates(cases: readonly SeatedCase[]): Promise<ReadonlyMap<string, AttendanceState>> {
    const seated = cases.filter(({ roll_number }) => roll_number !== undefined);
    const years = [...new Set(seated.map(({ examine_year }) => examine_year))];
    const [rows, ...halls] = await Promise.all([
      this.#rows.find({ _id: { $in: seated.map(({ _id }) => _id) } }, { state: 1 }).lean<AttendanceRow[]>(),
      ...years.map((year) => this.#rows.distinct('hall', { examine_year: year })),
    ]);
    const noted = new Map(rows.map(({ _id, state }) => [_id, state]));
    const uploaded = new Map(years.map((year, index) => [year, new Set<string>(halls[index])]));
    return new Map(
      seated.flatMap(({ _id, examine_year, roll_number = '' }) => {
        const state =
          noted.get(_id) ?? (uploaded.get(examine_year)?.has(toHall(roll_number)) ? 'absent' : undefined);
        return state ? [[_id, state] as const] : [];
      }),
    );
  }

  /** By code of the hall: when its last file was uploaded. */
  async findUploads(examineYear: string): Promise<ReadonlyMap<string, Date>> {
    const halls = await this.#rows.aggregate<{ readonly _id: string; readonly at: Date }>([
      { $match: { examine_year: examineYear } },
      { $group: { _id: '$hall', at: { $max: { $last: '$entries.at' } } } },
    ]);
    return new Map(halls.map(({ _id, at }) => [_id, at]));
  }

  /** Those who were present in another hall than that of their seat. */
  async listDifferences(
    examineYear: string,
    { districts, limit }: { readonly districts?: Districts; readonly limit: number },
  ): Promise<{ readonly rows: AttendanceRow[]; readonly total: number }> {
    const filter: object = {
      examine_year: examineYear,
      state: { $ne: 'absent' },
      $expr: { $ne: ['$hall', '$seat_hall'] },
      ...inCentresOf(districts),
    };
    const [rows, total] = await Promise.all([
      this.#rows.find(filter).sort({ hall: 1, roll_number: 1 }).limit(limit).lean<AttendanceRow[]>(),
      this.#rows.countDocuments(filter),
    ]);
    return { rows, total };
  }

  async removeByApplication(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id });
  }
}
