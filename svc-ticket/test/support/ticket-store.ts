import {
  createLog,
  type OpenDatabase,
  openDatabase,
  openPersonalData,
  type PersonalData,
} from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { buildSnapshot } from '../../src/domain/testing/builders.ts';
import { AllotmentRepository } from '../../src/persistence/allotment-repository.ts';
import { ApplicationRepository } from '../../src/persistence/application-repository.ts';
import { TicketJobRepository } from '../../src/persistence/ticket-job-repository.ts';
import { TicketRepository } from '../../src/persistence/ticket-repository.ts';
import { issueTicket } from './issue-ticket.ts';
import { saveApplication } from './save-application.ts';

export const log = createLog({ name: 'test', level: 'silent' });
const config = { MASTER_KEYS: [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const };

/** Registers a database without a service in the calling suite, empty at the start of each test. */
export function createTicketStore() {
  const { mongoUrl, drop } = isolateDatabases();
  /** The applications that svc-application still has. */
  const originals = new Set<string>();
  let db: OpenDatabase;
  let personal: PersonalData;
  const createRepositories = () => ({
    applications: new ApplicationRepository(db, personal),
    tickets: new TicketRepository(db, personal),
    allotments: new AllotmentRepository(db),
    jobs: new TicketJobRepository(db),
  });
  const findVersion = async (_call: unknown, { application_id: id }: { application_id: string }) => ({
    data: originals.has(id) ? [{ version: 1 }] : [],
  });

  beforeAll(async () => {
    db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
    personal = await openPersonalData('ticket', { db, log, config });
    createRepositories();
    await db.prepareModels();
  });
  afterAll(async () => {
    await db?.close();
    await drop();
  });
  beforeEach(async () => {
    originals.clear();
    for (const name of ['applications', 'tickets', 'allotments', 'jobs'])
      await db.connection.collection(name).deleteMany({});
  });
  return {
    db: () => db,
    personal: () => personal,
    createRepositories,
    originals,
    /** A svc-application that returns the versions of its remaining applications. */
    services: { call: findVersion as never },

    /** An application built from events, with an issued ticket. */
    async storeCopy(id: string, { userId = 'u1', isPaid = false } = {}): Promise<void> {
      const { applications, tickets } = createRepositories();
      const snapshot = { ...buildSnapshot(), application_id: id };
      const payments = [{ order_id: `order_${id}`, payment_id: `pay_${id}`, amount: 10_000 }];
      await saveApplication(applications, {
        application_id: id,
        newest: { version: 1, user_id: userId, snapshot },
        ...(isPaid && { payments }),
      });
      const pdf = Buffer.from('%PDF');
      await issueTicket({ db, tickets }, { application_id: id, user_id: userId, version: 1, token: id, pdf });
    },

    /** Application ids. */
    async readTickets(): Promise<string[]> {
      const rows = await db.connection.collection('tickets').find().toArray();
      return rows.map(({ application_id }) => application_id).sort();
    },
  };
}
