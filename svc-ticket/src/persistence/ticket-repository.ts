import {
  type Database,
  type FileStorage,
  type StoredFile,
  sealRows,
  storedFileFields,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

/** Stored as long as its application. */
export interface Ticket {
  readonly application_id: string;
  readonly version: number;
  readonly token: string;
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo?: Buffer | undefined;
  readonly pdf: Buffer;
}

export interface NewTicket extends Ticket {
  readonly user_id: string;
}

interface TicketFiles {
  readonly sealed_photo?: StoredFile;
  readonly sealed_pdf: StoredFile;
}

/** A ticket whose files are sealed and, where there is a bucket, in it. */
type StoredTicket = Pick<Ticket, 'application_id' | 'version' | 'token'> & TicketFiles;

interface TicketRow {
  readonly _id: string;
  readonly application_id: string;
  readonly version: number;
  readonly state: 'current' | 'superseded';
  readonly made_at: Date;
  readonly token: string;
  readonly sealed_photo?: StoredFile;
  readonly sealed_pdf: StoredFile;
}

type TicketFile = 'photo' | 'pdf';

export type TicketRef = Pick<Ticket, 'application_id' | 'version' | 'token'>;

/** All that a holder of the code may see. */
type IssuedTicket = Pick<Ticket, 'photo'>;

export class TicketSuperseded extends Error {
  override readonly name = 'TicketSuperseded';
}

export interface TicketRepository {
  /** Before the transaction that issues it. */
  storeFiles(ticket: NewTicket): Promise<StoredTicket>;
  /** Supersedes older tickets; replaces one of the same version whose payment was reversed. Needs a transaction. */
  issue(ticket: StoredTicket): Promise<void>;
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

const TICKETS = 'tickets';
const sealedSchema = new Schema(storedFileFields, { _id: false });

const schema = sealRows(
  new Schema(
    {
      _id: { type: String, required: true },
      application_id: { type: String, required: true },
      version: { type: Number, required: true },
      state: { type: String, required: true, enum: ['current', 'superseded'] },
      made_at: { type: Date, required: true },
      token: { type: String, required: true },
      sealed_photo: sealedSchema,
      sealed_pdf: sealedSchema,
    },
    { collection: TICKETS, versionKey: false },
  ),
  ['sealed_photo', 'sealed_pdf'],
);
schema.index({ application_id: 1 }, { unique: true, partialFilterExpression: { state: 'current' } });

const toTicketId = (applicationId: string, version: number) => `${applicationId}.${version}`;

const toTicketPlace = (id: string, field: TicketFile) => ({ collection: TICKETS, id, field });

interface FileReader {
  readonly readPdf: (row: Pick<TicketRow, '_id' | 'sealed_pdf'>) => Promise<Buffer>;
  readonly readPhoto: (row: Pick<TicketRow, '_id' | 'sealed_photo'>) => Promise<Buffer | undefined>;
}

const createFileReader = (files: FileStorage): FileReader => ({
  readPdf: ({ _id, sealed_pdf }) => files.readFile(sealed_pdf, toTicketPlace(_id, 'pdf')),
  readPhoto: async ({ _id, sealed_photo }) =>
    sealed_photo && files.readFile(sealed_photo, toTicketPlace(_id, 'photo')),
});

function createTicketQueries(
  model: Model<TicketRow>,
  { readPdf, readPhoto }: FileReader,
): Pick<TicketRepository, 'findCurrent' | 'findIssued' | 'findCurrentRefs'> {
  const toTicket = async (row: TicketRow): Promise<Ticket> => {
    const { application_id, version, token } = row;
    const [photo, pdf] = [await readPhoto(row), await readPdf(row)];
    return { application_id, version, token, photo, pdf };
  };

  return {
    async findCurrent(applicationId) {
      const row = await model
        .findOne({ application_id: applicationId, state: 'current' })
        .lean<TicketRow | null>();
      return row ? toTicket(row) : undefined;
    },
    async findIssued(applicationId, version) {
      const row = await model
        .findById(toTicketId(applicationId, version), 'sealed_photo')
        .lean<Pick<TicketRow, '_id' | 'sealed_photo'> | null>();
      return row ? { photo: await readPhoto(row) } : undefined;
    },
    async findCurrentRefs(applicationIds) {
      const current = { application_id: { $in: [...applicationIds] }, state: 'current' as const };
      return model.find(current, { _id: 0, application_id: 1, version: 1, token: 1 }).lean<TicketRef[]>();
    },
  };
}

function createFileQueries(
  model: Model<TicketRow>,
  { readPdf, readPhoto }: FileReader,
): Pick<TicketRepository, 'getPhotos' | 'getPdfs'> {
  const getRows = async (tickets: readonly TicketRef[], field: TicketFile): Promise<TicketRow[]> => {
    const ids = tickets.map(({ application_id, version }) => toTicketId(application_id, version));
    const rows = await model
      .find({ _id: { $in: ids } }, { token: 1, [`sealed_${field}`]: 1 })
      .lean<TicketRow[]>();
    const byToken = new Map(rows.map((row) => [row.token, row]));
    return tickets.map(({ token }) => {
      const row = byToken.get(token);
      if (!row) throw new TicketSuperseded();
      return row;
    });
  };

  return {
    async getPhotos(tickets) {
      const rows = await getRows(tickets, 'photo');
      return Promise.all(rows.map(readPhoto));
    },
    async getPdfs(tickets) {
      const rows = await getRows(tickets, 'pdf');
      return Promise.all(rows.map(readPdf));
    },
  };
}

export function createTicketRepository({ connection }: Database, files: FileStorage): TicketRepository {
  const model = connection.model<TicketRow>('Ticket', schema);
  const reader = createFileReader(files);

  const supersede = async (application_id: string) => {
    await model.updateMany({ application_id, state: 'current' }, { state: 'superseded' });
  };

  return {
    ...createTicketQueries(model, reader),
    ...createFileQueries(model, reader),
    withdraw: supersede,
    async storeFiles({ user_id, photo, pdf, ...fields }) {
      const _id = toTicketId(fields.application_id, fields.version);
      const store = (bytes: Buffer, field: TicketFile) =>
        files.writeFile(user_id, bytes, toTicketPlace(_id, field));
      return {
        ...fields,
        sealed_pdf: await store(pdf, 'pdf'),
        ...(photo && { sealed_photo: await store(photo, 'photo') }),
      };
    },
    async issue(ticket) {
      const { application_id, version } = ticket;
      await supersede(application_id);
      const row = { ...ticket, state: 'current' as const, made_at: new Date() };
      const _id = toTicketId(application_id, version);
      await model.deleteOne({ _id });
      await model.insertMany([{ _id, ...row }], { lean: true });
    },
    async remove(applicationId) {
      // A slash follows the dot in ASCII.
      await model.deleteMany({ _id: { $gt: `${applicationId}.`, $lt: `${applicationId}/` } });
    },
  };
}
