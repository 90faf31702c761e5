import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeskExamination } from '@archaka/contracts';
import { toStep } from '@archaka/service-kit/operators';
import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  eventually,
  type Portal,
  registerApplicant,
  type StaffSession,
  scrutinyRules,
  signInLocalStaff,
  startPortal,
  writeExamination,
} from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
  openPhone,
  typeInto,
  waitForText,
} from './browser.ts';
import { readStaffSecret, signInAtDesk } from './desk-sign-in.ts';
import { readNewestRecord } from './history/application.ts';
import { setLanguageCookie, setSessionCookie } from './page.ts';

/** Of the machines in the department's offices. */
const OFFICE = { width: 1366, height: 768 };
const TELUGU = 'శుక్రవారం కార్యాలయం మూసి ఉంటుంది';

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

describe('what an administrator publishes is on a visitor’s page without a restart:', () => {
  let office: { page: Page; faults: Faults };
  let clerk: StaffSession;
  beforeAll(async () => {
    office = await openPage(browser, OFFICE);
    await setLanguageCookie(office.page, 'en');
    // The test above may have used the code of this step.
    await signInAtDesk(office.page, portal, 'administrator', toStep(new Date()) + 1);
    const origin = { url: portal.origin, portal: portal.origin };
    clerk = await signInLocalStaff(origin, await readStaffSecret(portal), 'senior-clerk-2');
  });
  afterAll(() => closePage(office?.page));

  /** By the masthead, which groups an administrator's pages. */
  async function openOfficePage(page: Page, name: string): Promise<void> {
    await page.locator('.desk-menu summary::-p-text(Office)').click();
    await clickControl(page, name, 'header');
  }

  async function propose(): Promise<void> {
    const { body } = await clerk.call('proposenotice', {
      text: 'The office is closed on Friday',
      text_te: TELUGU,
      from: new Date(Date.now() - 60_000).toISOString(),
      until: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(body.status).toBe(200);
  }

  test('a notice of a clerk', async () => {
    const visitor = await openPhone(browser);
    await setLanguageCookie(visitor.page, 'te');
    await visitor.page.goto(portal.origin);
    await propose();

    const { page } = office;
    await openOfficePage(page, 'Notices');
    await waitForText(page, 'Waiting for a second person');
    await typeInto(page, 'text_te', TELUGU);
    await waitForText(page, 'As applicants will read it');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await clickControl(page, 'Publish', '.notices');
    await page.waitForSelector('dialog[open]');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await clickControl(page, 'Publish', 'dialog[open]');
    await waitForText(page, 'On the portal now');

    await eventually(async () => {
      await visitor.page.goto(portal.origin);
      return (await visitor.page.$eval('main', ({ textContent }) => textContent ?? '')).includes(TELUGU);
    });
    expect(await findAccessibilityViolations(visitor.page)).toEqual([]);
    await closePage(visitor.page);
    expect([...office.faults.list, ...visitor.faults.list]).toEqual([]);
  });

  /** The office's telephone as the clerk's proposal changes it. */
  async function proposeOffice(office: string): Promise<void> {
    const { body } = await clerk.call('getexaminationsettings', {});
    const [{ current, revisions } = {}] = (body.data ?? []) as unknown as DeskExamination[];
    const contacts = { ...current?.contacts, office };
    const proposal = { ...current, contacts, revision: revisions?.[0]?.revision ?? 0 };
    expect((await clerk.call('proposesettings', proposal)).body.status).toBe(200);
  }

  test('a telephone number', async () => {
    const OFFICE_NUMBER = '0866-2433333';
    await proposeOffice(OFFICE_NUMBER);
    const { page } = office;
    await openOfficePage(page, 'Examination');
    await waitForText(page, OFFICE_NUMBER);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.setViewport({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewport(OFFICE);
    await clickControl(page, 'Publish', '.notices');
    await page.waitForSelector('dialog[open]');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await clickControl(page, 'Publish', 'dialog[open]');
    await waitForText(page, 'The change is published.');

    const visitor = await openPhone(browser);
    await eventually(async () => {
      await visitor.page.goto(portal.origin);
      return (await visitor.page.$eval('main', ({ textContent }) => textContent ?? '')).includes(
        OFFICE_NUMBER,
      );
    });
    await closePage(visitor.page);
    expect([...office.faults.list, ...visitor.faults.list]).toEqual([]);
  });
});
