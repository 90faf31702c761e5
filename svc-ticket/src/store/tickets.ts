import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { bytesOf } from './bytes.ts';

/** One made ticket; kept for good. */
export interface Ticket {
  readonly application_id: string;
  readonly version: number;
  /** What its code holds. */
  readonly token: string;
  /** The photo as it stands on the ticket, a JPEG; undefined when the applicant's could not be read. */
  readonly photo?: Buffer | undefined;
  readonly pdf: Buffer;
}

interface Row {
  readonly _id: string;
  readonly application_id: string;
  readonly version: number;
  readonly state: 'current' | 'superseded';
  readonly made_at: Date;
  readonly token: string;
  readonly photo?: Buffer;
  readonly pdf: Buffer;
}

/** A ticket without its files. */
export type TicketMark = Pick<Ticket, 'application_id' | 'version' | 'token'>;

/** What anybody may see of a ticket who holds it. */
export type IssuedTicket = Pick<Ticket, 'photo'>;

/** A ticket was issued anew since it was read. */
export class TicketGone extends Error {
  override readonly name = 'TicketGone';
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
  /** What the code on this ticket stands for; undefined when no such ticket was issued. */
  findIssued(applicationId: string, version: number): Promise<IssuedTicket | undefined>;
  /** The current ones of these applications. */
  currentOf(applicationIds: readonly string[]): Promise<TicketMark[]>;
  /** The photos on these tickets, in their order; undefined where one has none. @throws TicketGone */
  photosOf(tickets: readonly TicketMark[]): Promise<(Buffer | undefined)[]>;
  /** These tickets themselves, in their order. @throws TicketGone */
  pdfsOf(tickets: readonly TicketMark[]): Promise<Buffer[]>;
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    application_id: { type: String, required: true },
    version: { type: Number, required: true },
    state: { type: String, required: true, enum: ['current', 'superseded'] },
    made_at: { type: Date, required: true },
    token: { type: String, required: true },
    photo: Buffer,
    pdf: { type: Buffer, required: true },
  },
  { collection: 'tickets', versionKey: false },
);
schema.index({ application_id: 1 }, { unique: true, partialFilterExpression: { state: 'current' } });

const idOf = (applicationId: string, version: number) => `${applicationId}.${version}`;

const photoOf = ({ photo }: Pick<Row, 'photo'>): IssuedTicket => ({ photo: photo && bytesOf(photo) });

const ticketOf = ({ application_id, version, token, pdf, ...row }: Row): Ticket => ({
  application_id,
  version,
  token,
  ...photoOf(row),
  pdf: bytesOf(pdf),
});

/** The PDFs live in the database; where there is an object store, only this file changes. */
export function ticketsIn({ connection }: Database): Tickets {
  const model = connection.model<Row>('Ticket', schema);

  const supersede = async (application_id: string) => {
    await model.updateMany({ application_id, state: 'current' }, { state: 'superseded' });
  };

  const rowsOf = async (tickets: readonly TicketMark[], file: 'photo' | 'pdf'): Promise<Row[]> => {
    const ids = tickets.map(({ application_id, version }) => idOf(application_id, version));
    const rows = await model.find({ _id: { $in: ids } }, { token: 1, [file]: 1 }).lean<Row[]>();
    const byToken = new Map(rows.map((row) => [row.token, row]));
    return tickets.map(({ token }) => {
      const row = byToken.get(token);
      if (!row) throw new TicketGone();
      return row;
    });
  };

  return {
    withdraw: supersede,
    async issue(ticket) {
      const { application_id, version } = ticket;
      await supersede(application_id);
      const row = { ...ticket, state: 'current' as const, made_at: new Date() };
      await model.replaceOne({ _id: idOf(application_id, version) }, row, { upsert: true });
    },
    async findCurrent(applicationId) {
      const row = await model.findOne({ application_id: applicationId, state: 'current' }).lean<Row | null>();
      return row ? ticketOf(row) : undefined;
    },
    async findIssued(applicationId, version) {
      const row = await model
        .findById(idOf(applicationId, version), 'photo')
        .lean<Pick<Row, 'photo'> | null>();
      return row ? photoOf(row) : undefined;
    },
    async currentOf(applicationIds) {
      const current = { application_id: { $in: [...applicationIds] }, state: 'current' as const };
      return model.find(current, { _id: 0, application_id: 1, version: 1, token: 1 }).lean<TicketMark[]>();
    },
    async photosOf(tickets) {
      const rows = await rowsOf(tickets, 'photo');
      return rows.map((row) => photoOf(row).photo);
    },
    async pdfsOf(tickets) {
      const rows = await rowsOf(tickets, 'pdf');
      return rows.map(({ pdf }) => bytesOf(pdf));
    },
  };
}
