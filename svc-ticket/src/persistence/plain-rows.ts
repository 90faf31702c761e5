import { type Database, type OldRows, type PersonalSealing, toBuffer } from '@archaka/service-kit';
import type { ApplicationVersion } from '../domain/application.ts';
import { type StoredVersion, sealVersion } from './application-repository.ts';
import { type TicketFile, toTicketPlace } from './ticket-repository.ts';

interface PlainDependencies {
  readonly db: Database;
  readonly personal: PersonalSealing;
}

interface ApplicationRow {
  readonly _id: string;
  readonly newest?: StoredVersion;
}

interface TicketRow {
  readonly _id: string;
  readonly application_id: string;
  readonly photo?: { readonly buffer: Buffer };
  readonly pdf?: { readonly buffer: Buffer };
}

function findPlainApplications({ db, personal }: PlainDependencies): OldRows {
  const rows = db.connection.collection<ApplicationRow>('applications');
  const plain = { 'newest.snapshot.name': { $exists: true } };
  return {
    name: 'applications',
    count: () => rows.countDocuments(plain),
    rows: () => rows.find(plain),
    rewrite: async (row) => {
      const { _id, newest } = row as Required<ApplicationRow>;
      const sealed = await sealVersion(_id, newest as ApplicationVersion, personal);
      await rows.updateOne({ _id, ...plain, 'newest.version': newest.version }, { $set: { newest: sealed } });
    },
  };
}

function findPlainTickets({ db, personal }: PlainDependencies): OldRows {
  const rows = db.connection.collection<TicketRow>('tickets');
  const applications = db.connection.collection<ApplicationRow>('applications');
  const plain = { pdf: { $exists: true } };
  return {
    name: 'tickets',
    count: () => rows.countDocuments(plain),
    rows: () => rows.find(plain),
    rewrite: async (row) => {
      const { _id, application_id, photo, pdf } = row as TicketRow;
      const owner = (await applications.findOne({ _id: application_id }))?.newest?.user_id;
      if (owner === undefined) return;
      const seal = (bytes: TicketRow[TicketFile], field: TicketFile) =>
        personal.sealBytes(owner, toBuffer(bytes), toTicketPlace(_id, field));
      const files = {
        sealed_pdf: await seal(pdf, 'pdf'),
        ...(photo && { sealed_photo: await seal(photo, 'photo') }),
      };
      await rows.updateOne({ _id, ...plain }, { $set: files, $unset: { photo: 1, pdf: 1 } });
    },
  };
}

/** The owner of a ticket is stored with its application. */
export const findPlainRows = (deps: PlainDependencies): OldRows[] => [
  findPlainApplications(deps),
  findPlainTickets(deps),
];
