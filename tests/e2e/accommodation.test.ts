import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildApplicationForm,
  buildPdf,
  completePayment,
  getSharedPortal,
  registerApplicant,
  waitForTicket,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import {
  clickControl,
  closeBrowser,
  closePage,
  openBrowser,
  openPhone,
  pickFile,
  tickBox,
  waitForText,
} from './browser.ts';
import { setSessionCookie } from './cookies.ts';
import { readPdf } from './read-pdf.ts';

const portal = getSharedPortal();
let browser: Browser;
let filesFolder: string;
beforeAll(async () => {
  [browser, filesFolder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'papers-'))]);
  await writeFile(join(filesFolder, 'certificate.pdf'), buildPdf('Disability certificate'));
});
afterAll(async () => {
  await closeBrowser(browser);
  await rm(filesFolder, { recursive: true, force: true });
});

test('prints scribe and extra time on the ticket of an applicant who asks for them with a certificate', async () => {
  const session = await registerApplicant(portal.origin);
  await session.call('saveapplicationform', await buildApplicationForm(session.person));
  const { page, faults } = await openPhone(browser);
  await setSessionCookie(page, session);
  await page.goto(portal.origin);
  await page.locator('#part-accommodation summary').click();
  await tickBox(page, 'scribe', 'own');
  await tickBox(page, 'compensatory_time', 'yes');
  await clickControl(page, 'Confirm to Pay');
  await waitForText(page, 'Upload the Certificate for Scribe or Extra Time');

  await pickFile(page, 'accommodationcertificate', join(filesFolder, 'certificate.pdf'));
  await page.waitForSelector('.field:has([name="accommodationcertificate"]) .file-chosen');
  await page.waitForFunction(() => document.querySelector('.toast') === null);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await clickControl(page, 'Confirm to Pay');
  await waitForText(page, 'Pay now');

  const [record] = (await session.call('getticketsandprofile')).body.data;
  await completePayment(session, portal.simulator, String(record?.order_id));
  const ticket = await waitForTicket(session, String(record?.application_id));
  const { text } = await readPdf(new Uint8Array(await ticket.arrayBuffer()));
  expect(text.replaceAll(/\s+/g, ' ')).toContain('scribe: own; extra time 20 min per hour');

  await page.goto(`${portal.origin}/ticket`);
  await clickControl(page, 'View');
  await page.waitForSelector('dialog[open]');
  await waitForText(page, 'Own scribe');
  expect(faults.list).toEqual([]);
  await closePage(page);
});
