import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Application } from '../domain/application.ts';

type Row = Omit<Application, 'application_id'> & { readonly _id: string };

const schema = new Schema(
  {
    _id: { type: String, required: true },
    newest: Schema.Types.Mixed,
    payments: { type: [Schema.Types.Mixed], default: undefined },
    returning: { type: [String], default: undefined },
  },
  { collection: 'applications', versionKey: false },
);

/** What the events have told of each application. */
export interface Applications {
  find(applicationId: string): Promise<Application | undefined>;
  save(application: Application): Promise<void>;
}

export function applicationsIn({ connection }: Database): Applications {
  const model = connection.model<Row>('Application', schema);

  return {
    async find(applicationId) {
      const row = await model.findById(applicationId).lean<Row | null>();
      if (!row) return undefined;
      const { _id, ...known } = row;
      return { application_id: _id, ...known };
    },
    async save({ application_id, ...known }) {
      await model.replaceOne({ _id: application_id }, known, { upsert: true });
    },
  };
}
