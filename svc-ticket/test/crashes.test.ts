import { ticketIssued } from '@archaka/contracts';
import { eventually, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Application, anApplication } from './support/applications.ts';
import { browserOf, isRunning, pagesOf, signal } from './support/processes.ts';
import { openTicketing, PHOTO, type Ticketing } from './support/ticketing.ts';

let ticketing: Ticketing;
beforeAll(async () => {
  ticketing = await openTicketing();
  await aPaidOne().then((application) => application.ticket());
});
afterAll(() => ticketing.close());

const PATIENCE = { timeoutMs: 20_000 };

async function aPaidOne(): Promise<Application> {
  const application = anApplication(ticketing);
  await application.submit();
  await application.pay();
  return application;
}

/** Brings a paid application's ticket to where its page is being printed, and keeps it there. */
async function stuckInPrinting(): Promise<Application> {
  const before = ticketing.documents.asked(PHOTO);
  signal(pagesOf(ticketing.service().pid), 'SIGSTOP');
  const application = await aPaidOne();
  await eventually(() => ticketing.documents.asked(PHOTO) > before);
  expect((await application.ask()).status).toBe(202);
  return application;
}

const issuedOnce = async ({ id }: Application) => {
  await eventually(() => ticketing.broker.heard(ticketIssued, id).length > 0, PATIENCE);
  expect(ticketing.broker.heard(ticketIssued, id)).toHaveLength(1);
};

test('when the browser is killed while it prints, another one prints the ticket', async () => {
  const application = await stuckInPrinting();
  const browser = browserOf(ticketing.service().pid);
  signal(browser, 'SIGKILL');
  await application.ticket();
  await issuedOnce(application);
  expect(browser.some(isRunning)).toBe(false);
});

test('when a page hangs, its time-out ends it and another one prints the ticket', async () => {
  const application = await stuckInPrinting();
  const hung = pagesOf(ticketing.service().pid);
  await application.ticket();
  await issuedOnce(application);
  await eventually(() => !hung.every(isRunning), PATIENCE);
  signal(hung, 'SIGCONT');
});

test('when the service is killed while it makes a ticket, after its restart there is exactly one', async () => {
  const application = await stuckInPrinting();
  const browser = browserOf(ticketing.service().pid);
  await ticketing.service().kill();
  signal(browser, 'SIGCONT');
  await eventually(() => !browser.some(isRunning), PATIENCE);
  await ticketing.restart();
  await application.ticket();
  await issuedOnce(application);
});

test('when the service is killed before it takes the events, they wait for it', async () => {
  const application = anApplication(ticketing);
  await ticketing.service().kill();
  await application.pay();
  await application.submit();
  await ticketing.restart();
  await application.ticket();
  await issuedOnce(application);
});

test('when several tickets are in the making as the browser dies, none is lost', async () => {
  const applications = Array.from({ length: 6 }, () => anApplication(ticketing));
  await Promise.all(applications.flatMap((one) => [one.submit(), one.pay()]));
  await eventually(
    () => applications.some(({ id }) => ticketing.broker.heard(ticketIssued, id).length > 0),
    PATIENCE,
  );
  signal(browserOf(ticketing.service().pid), 'SIGKILL');
  await Promise.all(applications.map((one) => one.ticket()));
  for (const application of applications) await issuedOnce(application);
});

test('when one of two instances is killed while both make tickets, the other one makes each that is left, once', async () => {
  const stuck = await stuckInPrinting();
  const browser = browserOf(ticketing.service().pid);
  const other = await startService('svc-ticket', { stage: ticketing.stage, env: { PORT: '0' } });
  const more = Array.from({ length: 10 }, () => anApplication(ticketing));
  await Promise.all(more.flatMap((one) => [one.submit(), one.pay()]));
  await eventually(
    () => more.some(({ id }) => ticketing.broker.heard(ticketIssued, id).length > 0),
    PATIENCE,
  );
  await ticketing.service().kill();
  signal(browser, 'SIGCONT');
  for (const application of [stuck, ...more]) await issuedOnce(application);
  await other.stop();
});
