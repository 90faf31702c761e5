import { applicationWithdrawn } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
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
