import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Inbox } from '../src/events/inbox.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const DAYS_90 = 90 * 24 * 3600;

let testDatabase: TestDatabase;
let inbox: Inbox;
beforeAll(async () => {
  testDatabase = await openTestDatabase();
  inbox = new Inbox(testDatabase.inbox);
});
afterAll(() => testDatabase.close());

const find = (_id: string) => testDatabase.inbox.findById(_id).lean();

test('deletes an unfinished event 90 days after its first delivery', async () => {
  const event = { id: 'given up', type: 'ticket.issued.v1' };
  expect(await inbox.countRestart(event)).toBe(1);
  const first = await find(event.id);
  expect(first).toMatchObject({ type: event.type, restarts: 1, arrivedAt: expect.any(Date) });
  expect(await inbox.countRestart(event)).toBe(2);
  expect(await find(event.id)).toEqual({ ...first, restarts: 2 });
  const indexes = await testDatabase.inbox.collection.indexes();
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { arrivedAt: 1 }, expireAfterSeconds: DAYS_90 }),
  );
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { doneAt: 1 }, expireAfterSeconds: DAYS_90 }),
  );
});

test('records an event as done once, also after restarts', async () => {
  const event = { id: 'done', type: 'ticket.issued.v1' };
  await inbox.countRestart(event);
  expect([await inbox.markDone(event), await inbox.markDone(event)]).toEqual([true, false]);
});
