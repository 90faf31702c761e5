import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  eventually,
  type Portal,
  registerApplicant,
  scrutinyRules,
  startPortal,
  writeExamination,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import {
  clickControl,
  closeBrowser,
  closePage,
  type Faults,
  LAPTOP,
  openBrowser,
  openPage,
  waitForText,
} from './browser.ts';
import { signInAtDesk } from './desk-sign-in.ts';
import { readNewestRecord } from './history/application.ts';
import { setLanguageCookie, setSessionCookie } from './page.ts';

/** Of the machines in the department's offices. */
const OFFICE = { width: 1366, height: 768 };

let folder: string;
let portal: Portal;
let browser: Browser;
let desk: { page: Page; faults: Faults };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-'));
  const EXAM_FILE = await writeExamination(folder, {
    scrutiny: {
      ...scrutinyRules,
      second_look_percent: 0,
      bulk_rules: [{ id: 'photo', name: 'With a photo', name_te: 'ఫోటో ఉన్నవి', papers: ['image'] }],
    },
  });
  [portal, browser] = await Promise.all([startPortal({ env: { EXAM_FILE } }), openBrowser()]);
  desk = await openPage(browser, OFFICE);
  await setLanguageCookie(desk.page, 'en');
});
afterAll(async () => {
  await closePage(desk?.page);
  await closeBrowser(browser);
  await portal?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Applicant {
  readonly session: ApplicantSession;
  readonly applicationId: string;
}

async function apply(name: string): Promise<Applicant> {
  const session = await registerApplicant(portal.origin);
  const form = await buildApplicationForm(session.person, { save_id: 2, name });
  const { body } = await session.call('submitapplicationform', form);
  await completePayment(session, portal.simulator, String(body.orderId?.id));
  return { session, applicationId: (await readNewestRecord(session)).application_id };
}

const isAt = (page: Page, path: string) =>
  page.waitForFunction((expected) => location.pathname === expected, {}, path);

/** Once a case waits. */
const openQueue = (page: Page) =>
  eventually(async () => {
    await page.goto(`${portal.origin}/desk/queue`);
    await waitForText(page, 'Waiting');
    return page.$$eval('tbody tr', (rows) => rows.length > 0);
  });

/** A senior clerk confirms a batch of one case by keys, and undoes it. */
async function acceptTogether(page: Page): Promise<void> {
  const { applicationId } = await apply('Satyanarayana');
  await clickControl(page, 'Logout', 'header');
  await signInAtDesk(page, portal, 'senior-clerk');
  await openQueue(page);
  await page.goto(`${portal.origin}/desk/batches`);
  await waitForText(page, 'Show the cases');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await clickControl(page, 'Show the cases');
  await waitForText(page, applicationId);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('a');
  await page.waitForSelector('dialog[open]');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await clickControl(page, 'Accept these cases', 'dialog');
  await waitForText(page, 'Time left to undo');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('u');
  await waitForText(page, 'Undone by');
}

test('a clerk accepts a clean case with three keys and asks another applicant for a correction, and an administrator sees both', async () => {
  const clean = await apply('Venkata Ramana');
  const unclear = await apply('Lakshmi Narasimha');
  const { page } = desk;
  await signInAtDesk(page, portal, 'scrutiny-clerk');

  await openQueue(page);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.keyboard.press('n');
  await isAt(page, `/desk/case/${clean.applicationId}`);
  await waitForText(page, 'Venkata Ramana');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('a');
  await page.waitForSelector('.decision-form');
  await page.keyboard.press('Enter');
  await isAt(page, `/desk/case/${unclear.applicationId}`);
  const accepted = await eventually(async () => (await readNewestRecord(clean.session)).scrutiny);
  expect(accepted).toMatchObject({ verdict: 'accepted', version: 1 });

  await page.waitForSelector('.verdicts');
  await page.keyboard.press('c');
  await page.waitForSelector('.decision-form .reason');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await isAt(page, '/desk/queue');
  const asked = await eventually(async () => (await readNewestRecord(unclear.session)).scrutiny);
  expect(asked).toMatchObject({ verdict: 'correction', reasons: [{ id: 'birth-unreadable' }] });

  const applicant = await openPage(browser, LAPTOP);
  await setSessionCookie(applicant.page, unclear.session);
  await setLanguageCookie(applicant.page, 'en');
  await applicant.page.goto(portal.origin);
  await waitForText(applicant.page, 'The birth certificate cannot be read');
  expect(await findAccessibilityViolations(applicant.page)).toEqual([]);
  await closePage(applicant.page);

  await clickControl(page, 'Logout', 'header');
  await signInAtDesk(page, portal, 'administrator');
  for (const [path, text] of [
    ['reports', 'Applications: 2; paid: 2.'],
    ['audit', 'Decided a case'],
    ['payments', 'No payment waits for a decision.'],
    ['staff', 'scrutiny-clerk-2'],
  ] as const) {
    await page.goto(`${portal.origin}/desk/${path}`);
    await waitForText(page, text);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  }
  await page.click('.desk-menu summary');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await acceptTogether(page);
  expect([...desk.faults.list, ...applicant.faults.list]).toEqual([]);
});
