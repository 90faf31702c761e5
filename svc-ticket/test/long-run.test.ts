import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
import { browserOf, isRunning } from './support/processes.ts';
import { openTicketing, type Ticketing } from './support/ticketing.ts';

let ticketing: Ticketing;
beforeAll(async () => {
  ticketing = await openTicketing({ TICKETS_PER_BROWSER: '5' });
});
afterAll(() => ticketing.close());

test('a worn browser is replaced while tickets go on, and none is lost or made twice', async () => {
  const first = await eventually(() => browserOf(ticketing.service().pid)[0]);
  const applications = Array.from({ length: 20 }, () => anApplication(ticketing));
  await Promise.all(applications.flatMap((one) => [one.submit(), one.pay()]));
  await Promise.all(applications.map((one) => one.ticket()));

  await eventually(() => applications.every(({ id }) => ticketing.broker.heard(ticketIssued, id).length > 0));
  expect(applications.map(({ id }) => ticketing.broker.heard(ticketIssued, id).length)).toEqual(
    Array(20).fill(1),
  );
  await eventually(() => !isRunning(first));
  const { pid } = ticketing.service();
  await eventually(() => browserOf(pid).filter(({ parent }) => parent === pid).length === 1);
});
