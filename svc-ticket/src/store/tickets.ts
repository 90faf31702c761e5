import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { bytesOf } from './bytes.ts';

/** One made ticket; kept for good. */
export interface Ticket {
  readonly application_id: string;
  readonly version: number;
  readonly pdf: Buffer;
}

interface Row {
  readonly _id: string;
  readonly application_id: string;
  readonly version: number;
  readonly state: 'current' | 'superseded';
  readonly made_at: Date;
  readonly pdf: Buffer;
}

export interface Tickets {
  /**
   * Keeps a new ticket as the current one, in place of the application's older ones; one of the same version
   * whose payment went back is replaced. Belongs in a transaction.
   */
  issue(ticket: Ticket): Promise<void>;
  /** The application is not paid any more: none of its tickets is current. Belongs in a transaction. */
  withdraw(applicationId: string): Promise<void>;
  findCurrent(applicationId: string): Promise<Ticket | undefined>;
  wasIssued(applicationId: string, version: number): Promise<boolean>;
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    application_id: { type: String, required: true },
    version: { type: Number, required: true },
    state: { type: String, required: true, enum: ['current', 'superseded'] },
    made_at: { type: Date, required: true },
    pdf: { type: Buffer, required: true },
  },
  { collection: 'tickets', versionKey: false },
);
schema.index({ application_id: 1 }, { unique: true, partialFilterExpression: { state: 'current' } });

const idOf = (applicationId: string, version: number) => `${applicationId}.${version}`;

/** The PDFs live in the database; where there is an object store, only this file changes. */
export function ticketsIn({ connection }: Database): Tickets {
  const model = connection.model<Row>('Ticket', schema);

  const supersede = async (application_id: string) => {
    await model.updateMany({ application_id, state: 'current' }, { state: 'superseded' });
  };

  return {
    withdraw: supersede,
    async issue({ application_id, version, pdf }) {
      await supersede(application_id);
      const _id = idOf(application_id, version);
      const row = { application_id, version, state: 'current' as const, made_at: new Date(), pdf };
      await model.replaceOne({ _id }, row, { upsert: true });
    },
    async findCurrent(applicationId) {
      const row = await model.findOne({ application_id: applicationId, state: 'current' }).lean<Row | null>();
      return row
        ? { application_id: row.application_id, version: row.version, pdf: bytesOf(row.pdf) }
        : undefined;
    },
    async wasIssued(applicationId, version) {
      return (await model.exists({ _id: idOf(applicationId, version) })) !== null;
    },
  };
}
