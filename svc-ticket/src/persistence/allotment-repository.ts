import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Allotment } from '../domain/allotment.ts';

type AllotmentRow = Omit<Allotment, 'application_id'> & { readonly _id: string; readonly allotted_at: Date };

const required = { type: String, required: true };

/** The indexes reject a seat or roll number that is already assigned. */
const schema = new Schema<AllotmentRow>(
  {
    _id: required,
    year: required,
    district: required,
    centre: required,
    seat: { type: Number, required: true },
    roll_number: required,
    notice: required,
    allotted_at: { type: Date, required: true },
  },
  { collection: 'allotments', versionKey: false },
)
  .index({ roll_number: 1 }, { unique: true })
  .index({ year: 1, centre: 1, seat: 1 }, { unique: true })
  .index({ year: 1, district: 1 });

/** One row that every allotment writes, so that two runs never choose seats at the same time. */
const turnSchema = new Schema<{ _id: string; turns: number }>(
  { _id: required, turns: { type: Number, required: true } },
  { collection: 'allotmentturns', versionKey: false },
);
const TURN_ID = 'allotment';

export interface AllotmentRepository {
  find(applicationId: string): Promise<Allotment | undefined>;
  findMany(applicationIds: readonly string[]): Promise<Allotment[]>;
  /** By seat, of each centre. */
  listByDistrict(year: string, district: string): Promise<Allotment[]>;
  /** The last assigned seat, by the code of the centre. */
  findLastSeats(year: string): Promise<Map<string, number>>;
  /** Creates what `startTurn` and uniqueness need. Call it outside a transaction. */
  prepare(): Promise<void>;
  /** A transaction that starts a turn meanwhile is repeated. Needs a transaction. */
  startTurn(): Promise<void>;
  add(allotments: readonly Allotment[]): Promise<void>;
  setNotice(applicationIds: readonly string[], notice: string): Promise<void>;
  remove(applicationId: string): Promise<void>;
}

const toAllotment = ({ _id, allotted_at: _allottedAt, ...fields }: AllotmentRow): Allotment => ({
  application_id: _id,
  ...fields,
});

export function createAllotmentRepository({ connection }: Database): AllotmentRepository {
  const model = connection.model<AllotmentRow>('Allotment', schema);
  const turns = connection.model('AllotmentTurn', turnSchema);

  return {
    async find(applicationId) {
      const row = await model.findById(applicationId).lean<AllotmentRow | null>();
      return row ? toAllotment(row) : undefined;
    },
    async findMany(applicationIds) {
      const rows = await model.find({ _id: { $in: [...applicationIds] } }).lean<AllotmentRow[]>();
      return rows.map(toAllotment);
    },
    async listByDistrict(year, district) {
      const rows = await model.find({ year, district }).sort({ centre: 1, seat: 1 }).lean<AllotmentRow[]>();
      return rows.map(toAllotment);
    },
    async findLastSeats(year) {
      const rows = await model.aggregate<{ _id: string; seat: number }>([
        { $match: { year } },
        { $group: { _id: '$centre', seat: { $max: '$seat' } } },
      ]);
      return new Map(rows.map(({ _id, seat }) => [_id, seat]));
    },
    async prepare() {
      await Promise.all([model.createIndexes(), turns.createCollection()]);
      await turns.updateOne({ _id: TURN_ID }, { $setOnInsert: { turns: 0 } }, { upsert: true });
    },
    async startTurn() {
      await turns.updateOne({ _id: TURN_ID }, { $inc: { turns: 1 } });
    },
    async add(allotments) {
      const allotted_at = new Date();
      const rows = allotments.map(({ application_id, ...fields }) => ({
        _id: application_id,
        ...fields,
        allotted_at,
      }));
      if (rows.length > 0) await model.insertMany(rows);
    },
    async remove(applicationId) {
      await model.deleteOne({ _id: applicationId });
    },
    async setNotice(applicationIds, notice) {
      await model.updateMany({ _id: { $in: [...applicationIds] } }, { $set: { notice } });
    },
  };
}
