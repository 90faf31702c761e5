import { eventually, scrutinyRules, writeExamination } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { buildApplication, buildPaidApplication, type TestApplication } from './support/applications.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const folder = await openTempFolder();
const writeRule = (ticket: string) =>
  writeExamination(folder, { scrutiny: { ...scrutinyRules, ticket } }, `${ticket}.json`);
const [withheldFile, voidedFile] = [await writeRule('withheld'), await writeRule('voided')];
const environment = await openTicketEnvironment({ EXAM_FILE: withheldFile });
const tickets = (await environment.stage.openDatabase('ticket')).collection('tickets');

const waitForNoTicket = ({ fetchTicket }: TestApplication) =>
  eventually(async () => (await fetchTicket()).status === 404);

/** What anybody reads of the ticket of this version. */
async function verify({ id }: TestApplication, version: number): Promise<string> {
  const ticket = await tickets.findOne({ application_id: id, version });
  const response = await environment.verify(String(ticket?.token), { accept: 'text/html' });
  return /<h1[^>]*>.*?<span lang="en">(.*?)<\/span>/.exec(await response.text())?.[1] ?? '';
}

const VALID = 'This ticket is genuine and current';
const INVALID = 'This ticket is no longer valid';

test('withheld: only an accepted version has a ticket, whatever arrives first', async () => {
  const application = buildApplication(environment);
  await application.decide('accepted', 1, 2);
  await application.decide('correction', 1, 1);
  await application.submit();
  await application.pay();
  await application.waitForTicket();
  expect(await verify(application, 1)).toBe(VALID);

  await application.update(2);
  await waitForNoTicket(application);
  expect(await verify(application, 1)).toBe(INVALID);
  await application.decide('accepted', 2, 3);
  await application.waitForTicket(2);
  expect(await verify(application, 2)).toBe(VALID);
  expect(await verify(application, 1)).toBe('This ticket has been superseded');
});

test('voided: a rejection ends the ticket, and an accepted appeal brings it back', async () => {
  await environment.restart({ EXAM_FILE: voidedFile });
  const application = await buildPaidApplication(environment);
  await application.waitForTicket();
  await application.decide('rejected', 1, 1);
  await waitForNoTicket(application);
  expect(await verify(application, 1)).toBe(INVALID);

  await application.decide('accepted', 1, 2);
  await application.waitForTicket();
  expect(await verify(application, 1)).toBe(VALID);
});
