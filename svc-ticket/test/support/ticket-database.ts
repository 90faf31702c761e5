import {
  createLog,
  type OpenDatabase,
  openDatabase,
  openPersonalData,
  type PersonalData,
} from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { buildSnapshot } from '../../src/domain/testing/builders.ts';
import { createAllotmentRepository } from '../../src/persistence/allotment-repository.ts';
import { createApplicationRepository } from '../../src/persistence/application-repository.ts';
import { createTicketJobRepository } from '../../src/persistence/ticket-job-repository.ts';
import { createTicketRepository } from '../../src/persistence/ticket-repository.ts';
import { issueTicket } from './issue-ticket.ts';

const createRepositories = (db: OpenDatabase, personal: PersonalData) => ({
  applications: createApplicationRepository(db, personal),
  tickets: createTicketRepository(db, personal),
  allotments: createAllotmentRepository(db),
  jobs: createTicketJobRepository(db),
});

/** The repositories of svc-ticket on a database of the suite's own, without the service. */
export async function openTicketDatabase() {
  const { mongoUrl, drop } = isolateDatabases();
  const log = createLog({ name: 'test', level: 'silent' });
  const db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  const config = { MASTER_KEYS: [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const };
  const personal = await openPersonalData('ticket', { db, log, config });
  const repositories = createRepositories(db, personal);
  await db.prepareModels();
  const { applications, tickets } = repositories;

  return {
    db,
    repositories,

    /** An application as events told it, with an issued ticket. */
    async storeCopy(id: string, { userId = 'u1', isPaid = false } = {}): Promise<void> {
      const snapshot = { ...buildSnapshot(), application_id: id };
      const payments = [{ order_id: `order_${id}`, payment_id: `pay_${id}`, amount: 10_000 }];
      await applications.save({
        application_id: id,
        newest: { version: 1, user_id: userId, snapshot },
        ...(isPaid && { payments }),
      });
      const ticket = { application_id: id, user_id: userId, version: 1, token: id, pdf: Buffer.from('%PDF') };
      await issueTicket({ db, tickets }, ticket);
    },

    /** Application ids. */
    async readTickets(): Promise<string[]> {
      const rows = await db.connection.collection('tickets').find().toArray();
      return rows.map(({ application_id }) => application_id).sort();
    },

    empty: async () => {
      for (const name of ['applications', 'tickets']) await db.connection.collection(name).deleteMany({});
    },

    async close(): Promise<void> {
      await db.close();
      await drop();
    },
  };
}
