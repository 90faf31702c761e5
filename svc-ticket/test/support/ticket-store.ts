import { openPersonalData } from '@archaka/privacy-kit';
import { createLog, type Database, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Application } from '../../src/domain/application.ts';
import { buildSnapshot } from '../../src/domain/testing/builders.ts';
import type { ApplicationRepository } from '../../src/persistence/application-repository.ts';
import { createRepositories } from '../../src/persistence/repositories.ts';
import type { Ticket, TicketRepository } from '../../src/persistence/ticket-repository.ts';

export const log = createLog({ name: 'test', level: 'silent' });

/** svc-ticket's database without svc-ticket. */
export async function openTicketStore(mongoUrl: string, masterKey: string) {
  const db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  const config = { MASTER_KEYS: [{ kid: '1', key: masterKey }] as const };
  const personal = await openPersonalData('ticket', { db, log, config });
  const repositories = createRepositories(db, personal);
  await db.prepareModels();
  return { db, personal, repositories };
}

/** Stores the application as it is. */
export const saveApplication = (
  applications: Pick<ApplicationRepository, 'update'>,
  application: Application,
) => applications.update(application.application_id, () => application);

/** The final steps of making a ticket. */
export async function issueTicket(
  { db, tickets }: { readonly db: Database; readonly tickets: TicketRepository },
  ticket: Ticket & { readonly user_id: string },
): Promise<void> {
  const stored = await tickets.storeFiles(ticket);
  await db.transaction(() => tickets.issue(stored));
}

/** Registers a database without a service in the calling suite, empty at the start of each test. */
export function createTicketStore() {
  const { mongoUrl, drop } = isolateDatabases();
  /** The applications that svc-application still has. */
  const originals = new Set<string>();
  let store: Awaited<ReturnType<typeof openTicketStore>>;
  const db = (): OpenDatabase => store.db;
  const findVersion = async (_call: unknown, { application_id: id }: { application_id: string }) => ({
    data: originals.has(id) ? [{ version: 1 }] : [],
  });

  beforeAll(async () => {
    store = await openTicketStore(mongoUrl, 'the master key of this test, 32 letters');
  });
  afterAll(async () => {
    await store?.db.close();
    await drop();
  });
  beforeEach(async () => {
    originals.clear();
    for (const name of [
      ...['applications', 'tickets', 'allotments', 'allotment_plans', 'planned_seats', 'jobs'],
      ...['hall_packs', 'hall_pack_pieces'],
    ])
      await db().connection.collection(name).deleteMany({});
  });
  return {
    db,
    personal: () => store.personal,
    repositories: () => store.repositories,
    originals,
    /** A svc-application that returns the versions of its remaining applications. */
    services: { call: findVersion as never },

    /** An application built from events, with an issued ticket. */
    async storeCopy(id: string, { userId = 'u1' } = {}): Promise<void> {
      const { applications, tickets } = store.repositories;
      const snapshot = { ...buildSnapshot(), application_id: id };
      await saveApplication(applications, {
        application_id: id,
        newest: { version: 1, user_id: userId, snapshot },
      });
      const ticket = { application_id: id, user_id: userId, version: 1, token: id, pdf: Buffer.from('%PDF') };
      await issueTicket({ db: store.db, tickets }, ticket);
    },

    /** Application ids. */
    async readTickets(): Promise<string[]> {
      const rows = await store.db.connection.collection('tickets').find().toArray();
      return rows.map(({ application_id }) => application_id).sort();
    },
  };
}
