import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';

/** Stored as long as its application. */
export interface Ticket {
  readonly application_id: string;
  readonly version: number;
  readonly token: string;
  /** JPEG; undefined when the applicant's picture was unreadable. */
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

export type TicketRef = Pick<Ticket, 'application_id' | 'version' | 'token'>;

/** All that a holder of the code may see. */
type IssuedTicket = Pick<Ticket, 'photo'>;

export class TicketSuperseded extends Error {
  override readonly name = 'TicketSuperseded';
}

export interface TicketRepository {
  /** Supersedes older tickets; replaces one of the same version whose payment was reversed. Needs a transaction. */
  issue(ticket: Ticket): Promise<void>;
  /** Leaves the application without a current ticket. Needs a transaction. */
  withdraw(applicationId: string): Promise<void>;
  /** All versions. Needs a transaction. */
  remove(applicationId: string): Promise<void>;
  findCurrent(applicationId: string): Promise<Ticket | undefined>;
  /** Undefined when no such ticket was issued. */
  findIssued(applicationId: string, version: number): Promise<IssuedTicket | undefined>;
  findCurrentRefs(applicationIds: readonly string[]): Promise<TicketRef[]>;
  /** In the order of `tickets`; undefined for a ticket without a photo. @throws TicketSuperseded */
  getPhotos(tickets: readonly TicketRef[]): Promise<(Buffer | undefined)[]>;
  /** In the order of `tickets`. @throws TicketSuperseded */
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

/** Lean documents hold the driver's Binary where a Buffer was stored. */
export const toBuffer = (stored: Buffer | { buffer: Uint8Array }): Buffer =>
  Buffer.isBuffer(stored) ? stored : Buffer.from(stored.buffer);

const toTicketId = (applicationId: string, version: number) => `${applicationId}.${version}`;

const toPhoto = ({ photo }: Pick<TicketRow, 'photo'>): IssuedTicket => ({ photo: photo && toBuffer(photo) });

const toTicket = ({ application_id, version, token, pdf, ...row }: TicketRow): Ticket => ({
  application_id,
  version,
  token,
  ...toPhoto(row),
  pdf: toBuffer(pdf),
});

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
    async remove(applicationId) {
      // A slash follows the dot in ASCII.
      await model.deleteMany({ _id: { $gt: `${applicationId}.`, $lt: `${applicationId}/` } });
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
