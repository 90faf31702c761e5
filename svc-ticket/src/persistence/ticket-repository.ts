import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { toBuffer } from './to-buffer.ts';

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

interface TicketRow {
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
export type TicketRef = Pick<Ticket, 'application_id' | 'version' | 'token'>;

/** What anybody may see of a ticket who holds it. */
export type IssuedTicket = Pick<Ticket, 'photo'>;

/** A ticket was issued anew since it was read. */
export class TicketSuperseded extends Error {
  override readonly name = 'TicketSuperseded';
}

export interface TicketRepository {
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
  findCurrentRefs(applicationIds: readonly string[]): Promise<TicketRef[]>;
  /** The photos on these tickets, in their order; undefined where one has none. @throws TicketSuperseded */
  getPhotos(tickets: readonly TicketRef[]): Promise<(Buffer | undefined)[]>;
  /** These tickets themselves, in their order. @throws TicketSuperseded */
  getPdfs(tickets: readonly TicketRef[]): Promise<Buffer[]>;
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

const toTicketId = (applicationId: string, version: number) => `${applicationId}.${version}`;

const toPhoto = ({ photo }: Pick<TicketRow, 'photo'>): IssuedTicket => ({ photo: photo && toBuffer(photo) });

const toTicket = ({ application_id, version, token, pdf, ...row }: TicketRow): Ticket => ({
  application_id,
  version,
  token,
  ...toPhoto(row),
  pdf: toBuffer(pdf),
});

/** The PDFs live in the database; where there is an object store, only this file changes. */
export function createTicketRepository({ connection }: Database): TicketRepository {
  const model = connection.model<TicketRow>('Ticket', schema);

  const supersede = async (application_id: string) => {
    await model.updateMany({ application_id, state: 'current' }, { state: 'superseded' });
  };

  const getRows = async (tickets: readonly TicketRef[], field: 'photo' | 'pdf'): Promise<TicketRow[]> => {
    const ids = tickets.map(({ application_id, version }) => toTicketId(application_id, version));
    const rows = await model.find({ _id: { $in: ids } }, { token: 1, [field]: 1 }).lean<TicketRow[]>();
    const byToken = new Map(rows.map((row) => [row.token, row]));
    return tickets.map(({ token }) => {
      const row = byToken.get(token);
      if (!row) throw new TicketSuperseded();
      return row;
    });
  };

  return {
    withdraw: supersede,
    async issue(ticket) {
      const { application_id, version } = ticket;
      await supersede(application_id);
      const row = { ...ticket, state: 'current' as const, made_at: new Date() };
      await model.replaceOne({ _id: toTicketId(application_id, version) }, row, { upsert: true });
    },
    async findCurrent(applicationId) {
      const row = await model
        .findOne({ application_id: applicationId, state: 'current' })
        .lean<TicketRow | null>();
      return row ? toTicket(row) : undefined;
    },
    async findIssued(applicationId, version) {
      const row = await model
        .findById(toTicketId(applicationId, version), 'photo')
        .lean<Pick<TicketRow, 'photo'> | null>();
      return row ? toPhoto(row) : undefined;
    },
    async findCurrentRefs(applicationIds) {
      const current = { application_id: { $in: [...applicationIds] }, state: 'current' as const };
      return model.find(current, { _id: 0, application_id: 1, version: 1, token: 1 }).lean<TicketRef[]>();
    },
    async getPhotos(tickets) {
      const rows = await getRows(tickets, 'photo');
      return rows.map((row) => toPhoto(row).photo);
    },
    async getPdfs(tickets) {
      const rows = await getRows(tickets, 'pdf');
      return rows.map(({ pdf }) => toBuffer(pdf));
    },
  };
}
