import { type FileField, type FileStorage, type StoredFile, storedFileFields } from '@archaka/privacy-kit';
import { type Database, sealRows } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

export interface TicketRef {
  readonly application_id: string;
  readonly version: number;
  readonly token: string;
}

/** Stored as long as its application. */
export interface Ticket extends TicketRef {
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo?: Buffer | undefined;
  readonly pdf: Buffer;
}

/** A ticket whose files are sealed and, where there is a bucket, in it. */
interface StoredTicket extends TicketRef {
  readonly sealed_photo?: StoredFile;
  readonly sealed_pdf: StoredFile;
}

interface TicketRow extends StoredTicket {
  readonly _id: string;
  readonly state: 'current' | 'superseded';
  readonly made_at: Date;
}

type TicketFile = 'photo' | 'pdf';

export class TicketSuperseded extends Error {
  override readonly name = 'TicketSuperseded';
}

const TICKETS = 'tickets';

export const ticketFields: readonly FileField[] = [
  { collection: TICKETS, field: 'sealed_pdf' },
  { collection: TICKETS, field: 'sealed_photo' },
];

const fileSchema = new Schema(storedFileFields, { _id: false });

const schema = sealRows(
  new Schema(
    {
      _id: { type: String, required: true },
      application_id: { type: String, required: true },
      version: { type: Number, required: true },
      state: { type: String, required: true, enum: ['current', 'superseded'] },
      made_at: { type: Date, required: true },
      token: { type: String, required: true },
      sealed_photo: fileSchema,
      sealed_pdf: fileSchema,
    },
    { collection: TICKETS, versionKey: false },
  ),
  ['sealed_photo', 'sealed_pdf'],
);
schema.index({ application_id: 1 }, { unique: true, partialFilterExpression: { state: 'current' } });

const toTicketId = (applicationId: string, version: number) => `${applicationId}.${version}`;

const toPlace = (id: string, field: TicketFile) => ({ collection: TICKETS, id, field });

export class TicketRepository {
  readonly #model: Model<TicketRow>;
  readonly #files: FileStorage;

  constructor({ connection }: Database, files: FileStorage) {
    this.#model = connection.model<TicketRow>('Ticket', schema);
    this.#files = files;
  }

  /** Before the transaction that issues it. */
  async storeFiles({
    user_id,
    photo,
    pdf,
    ...ref
  }: Ticket & { readonly user_id: string }): Promise<StoredTicket> {
    const id = toTicketId(ref.application_id, ref.version);
    const store = (bytes: Buffer, field: TicketFile) =>
      this.#files.writeFile(user_id, bytes, toPlace(id, field));
    return {
      ...ref,
      sealed_pdf: await store(pdf, 'pdf'),
      ...(photo && { sealed_photo: await store(photo, 'photo') }),
    };
  }

  /** Supersedes older tickets; replaces one of the same version whose payment was reversed. Needs a transaction. */
  async issue(ticket: StoredTicket): Promise<void> {
    const _id = toTicketId(ticket.application_id, ticket.version);
    await this.withdraw(ticket.application_id);
    await this.#model.deleteOne({ _id });
    await this.#model.insertMany([{ _id, ...ticket, state: 'current', made_at: new Date() }], { lean: true });
  }

  /** Leaves the application without a current ticket. Needs a transaction. */
  async withdraw(application_id: string): Promise<void> {
    await this.#model.updateMany({ application_id, state: 'current' }, { state: 'superseded' });
  }

  /** All versions. Needs a transaction. */
  async remove(applicationId: string): Promise<void> {
    // A slash follows the dot in ASCII.
    await this.#model.deleteMany({ _id: { $gt: `${applicationId}.`, $lt: `${applicationId}/` } });
  }

  async findCurrent(application_id: string): Promise<Ticket | undefined> {
    const row = await this.#model.findOne({ application_id, state: 'current' }).lean<TicketRow | null>();
    if (!row) return undefined;
    const { version, token } = row;
    return {
      application_id,
      version,
      token,
      photo: await this.#readPhoto(row),
      pdf: await this.#readPdf(row),
    };
  }

  /** All that a holder of the code may see; undefined when no such ticket was issued. */
  async findIssued(applicationId: string, version: number): Promise<Pick<Ticket, 'photo'> | undefined> {
    const row = await this.#model
      .findById(toTicketId(applicationId, version), 'sealed_photo')
      .lean<TicketRow | null>();
    return row ? { photo: await this.#readPhoto(row) } : undefined;
  }

  findCurrentRefs(applicationIds: readonly string[]): Promise<TicketRef[]> {
    const current = { application_id: { $in: [...applicationIds] }, state: 'current' as const };
    return this.#model.find(current, { _id: 0, application_id: 1, version: 1, token: 1 }).lean<TicketRef[]>();
  }

  /** In the order of `tickets`; undefined for a ticket without a photo. @throws TicketSuperseded */
  async getPhotos(tickets: readonly TicketRef[]): Promise<(Buffer | undefined)[]> {
    const rows = await this.#getRows(tickets, 'photo');
    return Promise.all(rows.map((row) => this.#readPhoto(row)));
  }

  /** In the order of `tickets`. @throws TicketSuperseded */
  async getPdfs(tickets: readonly TicketRef[]): Promise<Buffer[]> {
    const rows = await this.#getRows(tickets, 'pdf');
    return Promise.all(rows.map((row) => this.#readPdf(row)));
  }

  async #getRows(tickets: readonly TicketRef[], field: TicketFile): Promise<TicketRow[]> {
    const ids = tickets.map(({ application_id, version }) => toTicketId(application_id, version));
    const rows = await this.#model
      .find({ _id: { $in: ids } }, { token: 1, [`sealed_${field}`]: 1 })
      .lean<TicketRow[]>();
    const byToken = new Map(rows.map((row) => [row.token, row]));
    return tickets.map(({ token }) => {
      const row = byToken.get(token);
      if (!row) throw new TicketSuperseded();
      return row;
    });
  }

  #readPdf({ _id, sealed_pdf }: TicketRow): Promise<Buffer> {
    return this.#files.readFile(sealed_pdf, toPlace(_id, 'pdf'));
  }

  async #readPhoto({ _id, sealed_photo }: TicketRow): Promise<Buffer | undefined> {
    return sealed_photo && this.#files.readFile(sealed_photo, toPlace(_id, 'photo'));
  }
}
