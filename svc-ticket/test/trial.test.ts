import { trialMessages } from '@archaka/contracts';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
import { readCode, textOf } from './support/pdf.ts';
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
  expect((await PDFDocument.load(ticket)).getPageCount()).toBe(1);
  expect(await textOf(ticket)).toContain(trialMessages.mark.en);

  const address = await readCode(ticket);
  const page = await fetch(ticketing.service().url + new URL(address).pathname);
  expect(await page.text()).toContain(trialMessages.notice.te);
});
