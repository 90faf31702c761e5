import { applicationWithdrawn, paymentCaptured } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { createEventHandlers } from '../src/events/handlers.ts';
import { onApplicationWithdrawn } from '../src/events/on-application-withdrawn.ts';
import { createTicketStore } from './support/ticket-store.ts';

const { db, createRepositories, storeCopy, readTickets } = createTicketStore();

test('deletes the copy of a withdrawn application with its tickets, once', async () => {
  const repositories = createRepositories();
  const services = { call: () => Promise.reject(new Error('nobody is asked')) };
  const handler = onApplicationWithdrawn({ ...repositories, db: db(), services });
  expect(handler.definition).toBe(applicationWithdrawn);
  await storeCopy('ARC24-GONE');
  await storeCopy('ARC24-OTHER');

  const handle = handler.prepare({ data: { application_id: 'ARC24-GONE' } } as never);
  await handle();
  await handle();

  expect(await readTickets()).toEqual(['ARC24-OTHER']);
  expect(await repositories.applications.find('ARC24-GONE')).toBeUndefined();
  expect(await repositories.applications.find('ARC24-OTHER')).toBeDefined();
});

test('drops an event about a withdrawn application whose copy it never had', async () => {
  const repositories = createRepositories();
  const services = { call: () => Promise.reject(new Error('nobody is asked')) };
  const withdraw = onApplicationWithdrawn({ ...repositories, db: db(), services });
  await withdraw.prepare({ data: { application_id: 'ARC24-EARLY' } } as never)();
  const captured = createEventHandlers(repositories).find(({ definition }) => definition === paymentCaptured);
  const data = {
    ...{ application_id: 'ARC24-EARLY', order_id: 'order_1', payment_id: 'pay_1' },
    ...{ amount: 10_000, at: new Date().toISOString() },
  };
  await expect(captured?.prepare({ data } as never)()).rejects.toThrow('its subject is deleted');
  expect(await repositories.applications.find('ARC24-EARLY')).toBeUndefined();
});
