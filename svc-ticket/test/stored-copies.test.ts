import { applicationWithdrawn, paymentCaptured } from '@archaka/contracts';
import { expect, jest, test } from '@jest/globals';
import { createEventHandlers } from '../src/events/handlers.ts';
import { createErasePerson, onApplicationWithdrawn } from '../src/personal-data.ts';
import { createTicketStore } from './support/ticket-store.ts';

const { db, personal, repositories, services, storeCopy, readTickets } = createTicketStore();

test('deletes the copy of a withdrawn application with its tickets, once', async () => {
  const own = repositories();
  const services = { call: () => Promise.reject(new Error('nobody is asked')) };
  const handler = onApplicationWithdrawn({ repositories: own, db: db(), services });
  expect(handler.definition).toBe(applicationWithdrawn);
  await storeCopy('ARC24-GONE');
  await storeCopy('ARC24-OTHER');

  const { handle } = handler.prepare({ data: { application_id: 'ARC24-GONE' } } as never);
  await handle();
  await handle();

  expect(await readTickets()).toEqual(['ARC24-OTHER']);
  expect(await own.applications.find('ARC24-GONE')).toBeUndefined();
  expect(await own.applications.find('ARC24-OTHER')).toBeDefined();
});

test('drops an event about a withdrawn application whose copy it never had', async () => {
  const own = repositories();
  const services = { call: () => Promise.reject(new Error('nobody is asked')) };
  const withdraw = onApplicationWithdrawn({ repositories: own, db: db(), services });
  await withdraw.prepare({ data: { application_id: 'ARC24-EARLY' } } as never).handle();
  const captured = createEventHandlers(own, () => undefined).find(
    ({ definition }) => definition === paymentCaptured,
  );
  const data = {
    application_id: 'ARC24-EARLY',
    order_id: 'order_1',
    payment_id: 'pay_1',
    amount: 10_000,
    at: new Date().toISOString(),
  };
  await expect(captured?.prepare({ data } as never).handle()).rejects.toThrow('its subject is deleted');
  expect(await own.applications.find('ARC24-EARLY')).toBeUndefined();
});

test('erases a copy that a late event stored when the key of the person is destroyed already, and cached photos', async () => {
  await storeCopy('ARC24-LATE', { userId: 'u3' });
  await personal().destroyDataKey('u3');
  const photos = { forgetAll: jest.fn() };
  const findDueDate = async () => undefined;
  const deps = { repositories: repositories(), db: db(), services, photos, findDueDate };
  expect(await createErasePerson(deps)('u3', [])).toEqual([]);
  expect(photos.forgetAll).toHaveBeenCalled();
  expect(await readTickets()).toEqual([]);
  expect(await db().connection.collection('applications').countDocuments()).toBe(0);
});

test('does not issue a version that was edited while its ticket was printed, and leaves the newer one due', async () => {
  const ID = 'ARC24-EDITED';
  const { jobs } = repositories();
  const claim = async () => {
    const [claimed] = await jobs.rows.claim({ limit: 1 });
    if (!claimed) throw new Error('no ticket is due');
    return claimed.row;
  };
  await jobs.enqueue(ID, 1);
  const older = await claim();
  await jobs.enqueue(ID, 2);
  expect(await jobs.complete(older)).toBe(false);
  const newer = await claim();
  expect(newer.version).toBe(2);
  expect([await jobs.complete(newer), await jobs.complete(newer)]).toEqual([true, false]);
});
