import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Application } from '../domain/application.ts';

type ApplicationRow = Omit<Application, 'application_id'> & { readonly _id: string };

const YEAR = 'newest.snapshot.examine_year';
const CENTRE = 'newest.snapshot.centre_district.name';
const CENTRE_IN_TELUGU = 'newest.snapshot.centre_district.name_te';

const schema = new Schema(
  {
    _id: { type: String, required: true },
    newest: Schema.Types.Mixed,
    payments: { type: [Schema.Types.Mixed], default: undefined },
    returning: { type: [String], default: undefined },
  },
  { collection: 'applications', versionKey: false },
);
schema.index({ [YEAR]: 1, [CENTRE]: 1 });

interface ApplicationRange {
  /** Application IDs. */
  readonly after: string;
  readonly before: string;
  /** Leaves out those with payments of which none was reversed. */
  readonly mayBeUnpaid: boolean;
  readonly limit: number;
}

export interface Centre {
  readonly name: string;
  readonly name_te: string;
}

export interface ApplicationRepository {
  find(applicationId: string): Promise<Application | undefined>;
  findMany(applicationIds: readonly string[]): Promise<Application[]>;
  save(application: Application): Promise<void>;
  /** In the order of the application IDs. */
  listRange(range: ApplicationRange): Promise<Application[]>;
  /** False when it is gone. Needs a transaction. */
  remove(applicationId: string): Promise<boolean>;
  /** Ordered by English name. */
  listCentres(year: string): Promise<Centre[]>;
  /** Takes the English name; the result includes unpaid applications. */
  streamByCentre(year: string, name: string): AsyncIterable<Application>;
}

const toApplication = ({ _id, ...fields }: ApplicationRow): Application => ({
  application_id: _id,
  ...fields,
});

export function createApplicationRepository({ connection }: Database): ApplicationRepository {
  const model = connection.model<ApplicationRow>('Application', schema);

  return {
    async find(applicationId) {
      const row = await model.findById(applicationId).lean<ApplicationRow | null>();
      return row ? toApplication(row) : undefined;
    },
    async findMany(applicationIds) {
      const rows = await model.find({ _id: { $in: [...applicationIds] } }).lean<ApplicationRow[]>();
      return rows.map(toApplication);
    },
    async save({ application_id, ...fields }) {
      await model.replaceOne({ _id: application_id }, fields, { upsert: true });
    },
    async listRange({ after, before, mayBeUnpaid, limit }) {
      const unpaid = { $or: [{ payments: null }, { returning: { $ne: null } }] };
      const rows = await model
        .find({ _id: { $gt: after, $lt: before }, ...(mayBeUnpaid && unpaid) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<ApplicationRow[]>();
      return rows.map(toApplication);
    },
    remove: async (applicationId) => (await model.deleteOne({ _id: applicationId })).deletedCount === 1,
    listCentres: (year) =>
      model.aggregate<Centre>([
        { $match: { [YEAR]: year } },
        { $sort: { [CENTRE]: 1 } },
        { $group: { _id: `$${CENTRE}`, name_te: { $last: `$${CENTRE_IN_TELUGU}` } } },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, name: '$_id', name_te: 1 } },
      ]),
    async *streamByCentre(year, name) {
      const rows = model
        .find({ [YEAR]: year, [CENTRE]: name })
        .lean<ApplicationRow>()
        .cursor();
      for await (const row of rows) yield toApplication(row);
    },
  };
}
