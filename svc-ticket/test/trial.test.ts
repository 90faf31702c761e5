import { trialMessages } from '@archaka/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication } from './support/applications.ts';
import { readCode, readPdf } from './support/pdf.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
beforeAll(async () => {
  environment = await openTicketEnvironment({ TRIAL: '1' });
});
afterAll(() => environment?.close());

test('marks tickets and the page that verifies them when the portal is a trial', async () => {
  const application = buildApplication(environment);
  await application.submit();
  await application.pay();
  const ticket = await application.waitForTicket();
  const { pages, text } = await readPdf(ticket);
  expect(pages).toBe(1);
  expect(text).toContain(trialMessages.mark.en);

  const address = await readCode(ticket);
  const page = await fetch(environment.service().url + new URL(address).pathname);
  expect(await page.text()).toContain(trialMessages.notice.te);
});
