import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Application } from '../domain/application.ts';

type Row = Omit<Application, 'application_id'> & { readonly _id: string };

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

/** A centre district, as its applications name it. */
export interface Centre {
  readonly name: string;
  readonly name_te: string;
}

/** What the events have told of each application. */
export interface Applications {
  find(applicationId: string): Promise<Application | undefined>;
  save(application: Application): Promise<void>;
  /** The centres that applications for the year's examination chose, by their English names. */
  centres(year: string): Promise<Centre[]>;
  /** All for the year's examination whose newest version chose this centre, by its English name; paid or not. */
  ofCentre(year: string, name: string): AsyncIterable<Application>;
}

const applicationOf = ({ _id, ...known }: Row): Application => ({ application_id: _id, ...known });

export function applicationsIn({ connection }: Database): Applications {
  const model = connection.model<Row>('Application', schema);

  return {
    async find(applicationId) {
      const row = await model.findById(applicationId).lean<Row | null>();
      return row ? applicationOf(row) : undefined;
    },
    async save({ application_id, ...known }) {
      await model.replaceOne({ _id: application_id }, known, { upsert: true });
    },
    centres: (year) =>
      model.aggregate<Centre>([
        { $match: { [YEAR]: year } },
        { $sort: { [CENTRE]: 1 } },
        { $group: { _id: `$${CENTRE}`, name_te: { $last: `$${CENTRE_IN_TELUGU}` } } },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, name: '$_id', name_te: 1 } },
      ]),
    async *ofCentre(year, name) {
      const rows = model
        .find({ [YEAR]: year, [CENTRE]: name })
        .lean<Row>()
        .cursor();
      for await (const row of rows) yield applicationOf(row);
    },
  };
}
