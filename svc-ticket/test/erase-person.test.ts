import {
  createLog,
  type OpenDatabase,
  openDatabase,
  openPersonalData,
  type PersonalData,
} from '@archaka/service-kit';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { buildSnapshot } from '../src/domain/testing/builders.ts';
import { createErasePerson } from '../src/features/erase-person/erase-person.ts';
import { createAllotmentRepository } from '../src/persistence/allotment-repository.ts';
import { createApplicationRepository } from '../src/persistence/application-repository.ts';
import { createPreviewRepository } from '../src/persistence/preview-repository.ts';
import { createTicketJobRepository } from '../src/persistence/ticket-job-repository.ts';
import { createTicketRepository } from '../src/persistence/ticket-repository.ts';

const UNTIL = new Date('2033-12-31T18:29:59Z');

const { mongoUrl, drop } = isolateDatabases();
/** What svc-application still has. */
const originals = new Set<string>();
let db: OpenDatabase;
let personal: PersonalData;
beforeAll(async () => {
  const log = createLog({ name: 'test', level: 'silent' });
  db = await openDatabase({ url: mongoUrl, service: 'ticket', log });
  personal = await openPersonalData('ticket', {
    db,
    log,
    config: { MASTER_KEYS: [{ kid: '1', key: 'the master key of this test, 32 letters' }] },
  });
  createRepositories();
  await db.prepareModels();
});
afterAll(async () => {
  await db?.close();
  await drop();
});
beforeEach(async () => {
  originals.clear();
  for (const name of ['applications', 'tickets']) await db.connection.collection(name).deleteMany({});
});

const createRepositories = () => ({
  applications: createApplicationRepository(db, personal),
  tickets: createTicketRepository(db, personal),
  allotments: createAllotmentRepository(db),
  previews: createPreviewRepository(db, personal),
  jobs: createTicketJobRepository(db),
});

const findVersion = async (_call: unknown, { application_id: id }: { application_id: string }) => ({
  data: originals.has(id) ? [{ version: 1 }] : [],
});
const erasePerson = () =>
  createErasePerson({
    ...{ ...createRepositories(), db, services: { call: findVersion as never } },
    findDueDate: async () => UNTIL,
  })('u1', []);

async function storeCopy(id: string, { userId = 'u1', isPaid = false } = {}): Promise<void> {
  const { applications, tickets } = createRepositories();
  const snapshot = { ...buildSnapshot(), application_id: id };
  const payments = [{ order_id: `order_${id}`, payment_id: `pay_${id}`, amount: 10_000 }];
  await applications.save({
    application_id: id,
    newest: { version: 1, user_id: userId, snapshot },
    ...(isPaid && { payments }),
  });
  await db.transaction(() =>
    tickets.issue({ application_id: id, user_id: userId, version: 1, token: id, pdf: Buffer.from('%PDF') }),
  );
}
const readTickets = async () => {
  const rows = await db.connection.collection('tickets').find().toArray();
  return rows.map(({ application_id }) => application_id).sort();
};

test('deletes the copies of deleted applications with their tickets, and of no other person', async () => {
  await storeCopy('ARC24-GONE');
  await storeCopy('ARC24-OTHER', { userId: 'u2' });
  expect(await erasePerson()).toEqual([]);
  expect(await readTickets()).toEqual(['ARC24-OTHER']);
});

test('waits for svc-application, and leaves a paid application until its date', async () => {
  await storeCopy('ARC24-OPEN');
  await storeCopy('ARC24-PAID', { isPaid: true });
  originals.add('ARC24-OPEN').add('ARC24-PAID');
  expect(await erasePerson()).toEqual([
    { kind: 'unpaid-application', because: 'application', until: null },
    { kind: 'paid-application', because: 'retention', until: UNTIL.toISOString() },
  ]);
  originals.delete('ARC24-OPEN');
  expect(await erasePerson()).toHaveLength(1);
  expect(await readTickets()).toEqual(['ARC24-PAID']);
});
