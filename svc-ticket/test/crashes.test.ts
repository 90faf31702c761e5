import { ticketIssued } from '@archaka/contracts';
import { eventually, startService } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildPaidApplication, type TestApplication } from './support/applications.ts';
import { findBrowserProcesses, findPageProcesses, isRunning, sendSignal } from './support/processes.ts';
import { openTicketEnvironment, toPhotoId } from './support/ticket-environment.ts';

const environment = await openTicketEnvironment();
await (await buildPaidApplication(environment)).waitForTicket();

const TIMEOUT = { timeoutMs: 20_000 };

/** Brings a paid application's ticket to the printing of its page, and holds it there. */
async function blockPrinting(): Promise<TestApplication> {
  sendSignal(findPageProcesses(environment.service().pid), 'SIGSTOP');
  const application = await buildPaidApplication(environment);
  await eventually(() => environment.documents.countRequests(toPhotoId(application.id)) > 0);
  expect((await application.fetchTicket()).status).toBe(202);
  return application;
}

const expectIssuedOnce = async ({ id }: TestApplication) => {
  await eventually(() => environment.broker.eventsOfType(ticketIssued, id).length > 0, TIMEOUT);
  expect(environment.broker.eventsOfType(ticketIssued, id)).toHaveLength(1);
};

test('prints a ticket in a new browser when the first is killed meanwhile', async () => {
  const application = await blockPrinting();
  const browser = findBrowserProcesses(environment.service().pid);
  sendSignal(browser, 'SIGKILL');
  await application.waitForTicket();
  await expectIssuedOnce(application);
  expect(browser.some(isRunning)).toBe(false);
});

test('prints a ticket in another page when one hangs until its timeout', async () => {
  const application = await blockPrinting();
  const hung = findPageProcesses(environment.service().pid);
  await application.waitForTicket();
  await expectIssuedOnce(application);
  await eventually(() => !hung.every(isRunning), TIMEOUT);
  sendSignal(hung, 'SIGCONT');
});

test('issues exactly one ticket after a restart when the service is killed meanwhile', async () => {
  const application = await blockPrinting();
  const browser = findBrowserProcesses(environment.service().pid);
  await environment.service().kill();
  sendSignal(browser, 'SIGCONT');
  await eventually(() => !browser.some(isRunning), TIMEOUT);
  await environment.restart();
  await application.waitForTicket();
  await expectIssuedOnce(application);
});

/** That many paid applications, of which the first ticket is issued. */
async function startTickets(count: number): Promise<TestApplication[]> {
  const applications = await Promise.all(
    Array.from({ length: count }, () => buildPaidApplication(environment)),
  );
  const isIssued = ({ id }: TestApplication) => environment.broker.eventsOfType(ticketIssued, id).length > 0;
  await eventually(() => applications.some(isIssued), TIMEOUT);
  return applications;
}

test('issues all concurrent tickets when the browser dies', async () => {
  const applications = await startTickets(6);
  sendSignal(findBrowserProcesses(environment.service().pid), 'SIGKILL');
  await Promise.all(applications.map((one) => one.waitForTicket()));
  for (const application of applications) await expectIssuedOnce(application);
});

test('issues each remaining ticket once on the other instance when one of two is killed', async () => {
  const blocked = await blockPrinting();
  const browser = findBrowserProcesses(environment.service().pid);
  const other = await startService('svc-ticket', { environment: environment.stage, env: { PORT: '0' } });
  const more = await startTickets(10);
  await environment.service().kill();
  sendSignal(browser, 'SIGCONT');
  for (const application of [blocked, ...more]) await expectIssuedOnce(application);
  await other.stop();
});
