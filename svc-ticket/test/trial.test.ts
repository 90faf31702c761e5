import { trialMessages } from '@archaka/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
import { readCode, readPdf } from './support/pdf.ts';
import { openTicketing, type Ticketing } from './support/ticketing.ts';

let ticketing: Ticketing;
beforeAll(async () => {
  ticketing = await openTicketing({ TRIAL: '1' });
});
afterAll(() => ticketing?.close());

test('marks tickets and the page that verifies them when the portal is a trial', async () => {
  const application = anApplication(ticketing);
  await application.submit();
  await application.pay();
  const ticket = await application.ticket();
  const { pages, text } = await readPdf(ticket);
  expect(pages).toBe(1);
  expect(text).toContain(trialMessages.mark.en);

  const address = await readCode(ticket);
  const page = await fetch(ticketing.service().url + new URL(address).pathname);
  expect(await page.text()).toContain(trialMessages.notice.te);
});
