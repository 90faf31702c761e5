import { ticketIssued } from '@archaka/contracts';
import { eventually, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication, type TestApplication } from './support/applications.ts';
import { findBrowserProcesses, findPageProcesses, isRunning, sendSignal } from './support/processes.ts';
import { openTicketEnvironment, PHOTO_ID, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
beforeAll(async () => {
  environment = await openTicketEnvironment();
  await createPaidApplication().then((application) => application.waitForTicket());
});
afterAll(() => environment.close());

const TIMEOUT = { timeoutMs: 20_000 };

async function createPaidApplication(): Promise<TestApplication> {
  const application = buildApplication(environment);
  await application.submit();
  await application.pay();
  return application;
}

/** Brings a paid application's ticket to where its page is being printed, and keeps it there. */
async function blockPrinting(): Promise<TestApplication> {
  const before = environment.documents.countRequests(PHOTO_ID);
  sendSignal(findPageProcesses(environment.service().pid), 'SIGSTOP');
  const application = await createPaidApplication();
  await eventually(() => environment.documents.countRequests(PHOTO_ID) > before);
  expect((await application.fetchTicket()).status).toBe(202);
  return application;
}

const expectIssuedOnce = async ({ id }: TestApplication) => {
  await eventually(() => environment.broker.eventsOfType(ticketIssued, id).length > 0, TIMEOUT);
  expect(environment.broker.eventsOfType(ticketIssued, id)).toHaveLength(1);
};

test('when the browser is killed while it prints, another one prints the ticket', async () => {
  const application = await blockPrinting();
  const browser = findBrowserProcesses(environment.service().pid);
  sendSignal(browser, 'SIGKILL');
  await application.waitForTicket();
  await expectIssuedOnce(application);
  expect(browser.some(isRunning)).toBe(false);
});

test('when a page hangs, its time-out ends it and another one prints the ticket', async () => {
  const application = await blockPrinting();
  const hung = findPageProcesses(environment.service().pid);
  await application.waitForTicket();
  await expectIssuedOnce(application);
  await eventually(() => !hung.every(isRunning), TIMEOUT);
  sendSignal(hung, 'SIGCONT');
});

test('when the service is killed while it makes a ticket, after its restart there is exactly one', async () => {
  const application = await blockPrinting();
  const browser = findBrowserProcesses(environment.service().pid);
  await environment.service().kill();
  sendSignal(browser, 'SIGCONT');
  await eventually(() => !browser.some(isRunning), TIMEOUT);
  await environment.restart();
  await application.waitForTicket();
  await expectIssuedOnce(application);
});

test('when the service is killed before it takes the events, they wait for it', async () => {
  const application = buildApplication(environment);
  await environment.service().kill();
  await application.pay();
  await application.submit();
  await environment.restart();
  await application.waitForTicket();
  await expectIssuedOnce(application);
});

test('when several tickets are in the making as the browser dies, none is lost', async () => {
  const applications = Array.from({ length: 6 }, () => buildApplication(environment));
  await Promise.all(applications.flatMap((one) => [one.submit(), one.pay()]));
  await eventually(
    () => applications.some(({ id }) => environment.broker.eventsOfType(ticketIssued, id).length > 0),
    TIMEOUT,
  );
  sendSignal(findBrowserProcesses(environment.service().pid), 'SIGKILL');
  await Promise.all(applications.map((one) => one.waitForTicket()));
  for (const application of applications) await expectIssuedOnce(application);
});

test('when one of two instances is killed while both make tickets, the other one makes each that is left, once', async () => {
  const blocked = await blockPrinting();
  const browser = findBrowserProcesses(environment.service().pid);
  const other = await startService('svc-ticket', { environment: environment.stage, env: { PORT: '0' } });
  const more = Array.from({ length: 10 }, () => buildApplication(environment));
  await Promise.all(more.flatMap((one) => [one.submit(), one.pay()]));
  await eventually(
    () => more.some(({ id }) => environment.broker.eventsOfType(ticketIssued, id).length > 0),
    TIMEOUT,
  );
  await environment.service().kill();
  sendSignal(browser, 'SIGCONT');
  for (const application of [blocked, ...more]) await expectIssuedOnce(application);
  await other.stop();
});
