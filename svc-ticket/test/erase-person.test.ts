import { expect, jest, test } from '@jest/globals';
import { createErasePerson } from '../src/features/erase-person/erase-person.ts';
import { createTicketStore } from './support/ticket-store.ts';

const UNTIL = new Date('2033-12-31T18:29:59Z');

const { db, personal, createRepositories, originals, services, storeCopy, readTickets } = createTicketStore();
const photos = { forgetAll: jest.fn() };
const erasePerson = (userId = 'u1') =>
  createErasePerson({
    ...{ ...createRepositories(), db: db(), services, photos },
    findDueDate: async () => UNTIL,
  })(userId, []);

test('deletes the copies of deleted applications with tickets and photos, and of no other person', async () => {
  await storeCopy('ARC24-GONE');
  await storeCopy('ARC24-OTHER', { userId: 'u2' });
  expect(await erasePerson()).toEqual([]);
  expect(await readTickets()).toEqual(['ARC24-OTHER']);
  expect(photos.forgetAll).toHaveBeenCalled();
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

test('deletes a copy that a late event stored, when the key of the person is destroyed already', async () => {
  await storeCopy('ARC24-LATE', { userId: 'u3' });
  await personal().destroyDataKey('u3');
  expect(await erasePerson('u3')).toEqual([]);
  expect(await readTickets()).toEqual([]);
  expect(await db().connection.collection('applications').countDocuments()).toBe(0);
});
