import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createErasePerson } from '../src/features/erase-person/erase-person.ts';
import { openTicketDatabase } from './support/ticket-database.ts';

const UNTIL = new Date('2033-12-31T18:29:59Z');

/** What svc-application still has. */
const originals = new Set<string>();
let database: Awaited<ReturnType<typeof openTicketDatabase>>;
beforeAll(async () => {
  database = await openTicketDatabase();
});
afterAll(() => database?.close());
beforeEach(async () => {
  originals.clear();
  await database.empty();
});

const findVersion = async (_call: unknown, { application_id: id }: { application_id: string }) => ({
  data: originals.has(id) ? [{ version: 1 }] : [],
});
const erasePerson = () =>
  createErasePerson({
    ...{ ...database.repositories, db: database.db, services: { call: findVersion as never } },
    findDueDate: async () => UNTIL,
  })('u1', []);

test('deletes the copies of deleted applications with their tickets, and of no other person', async () => {
  await database.storeCopy('ARC24-GONE');
  await database.storeCopy('ARC24-OTHER', { userId: 'u2' });
  expect(await erasePerson()).toEqual([]);
  expect(await database.readTickets()).toEqual(['ARC24-OTHER']);
});

test('waits for svc-application, and leaves a paid application until its date', async () => {
  await database.storeCopy('ARC24-OPEN');
  await database.storeCopy('ARC24-PAID', { isPaid: true });
  originals.add('ARC24-OPEN').add('ARC24-PAID');
  expect(await erasePerson()).toEqual([
    { kind: 'unpaid-application', because: 'application', until: null },
    { kind: 'paid-application', because: 'retention', until: UNTIL.toISOString() },
  ]);
  originals.delete('ARC24-OPEN');
  expect(await erasePerson()).toHaveLength(1);
  expect(await database.readTickets()).toEqual(['ARC24-PAID']);
});
