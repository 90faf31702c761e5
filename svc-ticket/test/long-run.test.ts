import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication } from './support/applications.ts';
import { findBrowserProcesses, isRunning } from './support/processes.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
beforeAll(async () => {
  environment = await openTicketEnvironment({ TICKETS_PER_BROWSER: '5' });
});
afterAll(() => environment.close());

test('replaces a worn browser during printing, and makes every ticket once', async () => {
  const first = await eventually(() => findBrowserProcesses(environment.service().pid)[0]);
  const applications = Array.from({ length: 20 }, () => buildApplication(environment));
  await Promise.all(applications.flatMap((one) => [one.submit(), one.pay()]));
  await Promise.all(applications.map((one) => one.waitForTicket()));

  await eventually(() =>
    applications.every(({ id }) => environment.broker.eventsOfType(ticketIssued, id).length > 0),
  );
  expect(applications.map(({ id }) => environment.broker.eventsOfType(ticketIssued, id).length)).toEqual(
    Array(20).fill(1),
  );
  await eventually(() => !isRunning(first));
  const { pid } = environment.service();
  await eventually(() => findBrowserProcesses(pid).filter(({ parent }) => parent === pid).length === 1);
});
