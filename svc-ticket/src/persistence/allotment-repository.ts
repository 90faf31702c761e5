import type { Database } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
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

const toAllotment = ({ _id, allotted_at: _allottedAt, ...fields }: AllotmentRow): Allotment => ({
  application_id: _id,
  ...fields,
});

export class AllotmentRepository {
  readonly #model: Model<AllotmentRow>;

  constructor({ connection }: Database) {
    this.#model = connection.model<AllotmentRow>('Allotment', schema);
  }

  async find(applicationId: string): Promise<Allotment | undefined> {
    const row = await this.#model.findById(applicationId).lean<AllotmentRow | null>();
    return row ? toAllotment(row) : undefined;
  }

  async findByRollNumber(roll_number: string): Promise<Allotment | undefined> {
    const row = await this.#model.findOne({ roll_number }).lean<AllotmentRow | null>();
    return row ? toAllotment(row) : undefined;
  }

  async findMany(applicationIds: readonly string[]): Promise<Allotment[]> {
    const rows = await this.#model.find({ _id: { $in: [...applicationIds] } }).lean<AllotmentRow[]>();
    return rows.map(toAllotment);
  }

  /** By seat, of each centre. */
  async listByDistrict(year: string, district: string): Promise<Allotment[]> {
    const rows = await this.#model
      .find({ year, district })
      .sort({ centre: 1, seat: 1 })
      .lean<AllotmentRow[]>();
    return rows.map(toAllotment);
  }

  /** The last assigned seat, by the code of the centre. */
  findLastSeats(year: string): Promise<Map<string, number>> {
    return this.#summariseCentres(year, { $max: '$seat' });
  }

  /** Assigned seats, by the code of the centre. */
  countByCentre(year: string): Promise<Map<string, number>> {
    return this.#summariseCentres(year, { $sum: 1 });
  }

  async add(allotments: readonly Allotment[]): Promise<void> {
    const allotted_at = new Date();
    const rows = allotments.map(({ application_id: _id, ...fields }) => ({ _id, ...fields, allotted_at }));
    if (rows.length > 0) await this.#model.insertMany(rows);
  }

  async setNotice(applicationIds: readonly string[], notice: string): Promise<void> {
    await this.#model.updateMany({ _id: { $in: [...applicationIds] } }, { $set: { notice } });
  }

  async remove(applicationId: string): Promise<void> {
    await this.#model.deleteOne({ _id: applicationId });
  }

  async #summariseCentres(year: string, value: { $max: string } | { $sum: number }) {
    const rows = await this.#model.aggregate<{ _id: string; value: number }>([
      { $match: { year } },
      { $group: { _id: '$centre', value } },
    ]);
    return new Map(rows.map(({ _id, value: found }) => [_id, found]));
  }
}
