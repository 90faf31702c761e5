import type { DeskExamination } from '@archaka/contracts';
import { eventually, type Portal, type StaffSession, signInLocalStaff, startPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import {
  clickControl,
  closeBrowser,
  closePage,
  type Faults,
  openBrowser,
  openPage,
  openPhone,
  typeInto,
  waitForText,
} from './browser.ts';
import { readStaffSecret, signInAtDesk } from './desk-sign-in.ts';
import { setLanguageCookie } from './page.ts';

const OFFICE = { width: 1366, height: 768 };
const TELUGU = 'శుక్రవారం కార్యాలయం మూసి ఉంటుంది';

let portal: Portal;
let browser: Browser;
let clerk: StaffSession;
let desk: { page: Page; faults: Faults };

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  desk = await openPage(browser, OFFICE);
  await setLanguageCookie(desk.page, 'en');
  await signInAtDesk(desk.page, portal, 'administrator');
  const origin = { url: portal.origin, portal: portal.origin };
  clerk = await signInLocalStaff(origin, await readStaffSecret(portal), 'senior-clerk');
});
afterAll(async () => {
  await closePage(desk?.page);
  await closeBrowser(browser);
  await portal?.stop();
});

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

test('a notice of a clerk that an administrator publishes is on a visitor’s page without a restart', async () => {
  const visitor = await openPhone(browser);
  await setLanguageCookie(visitor.page, 'te');
  await visitor.page.goto(portal.origin);
  await propose();

  const { page } = desk;
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
  expect([...desk.faults.list, ...visitor.faults.list]).toEqual([]);
});

/** The office's telephone as the clerk's proposal changes it. */
async function proposeOffice(office: string): Promise<void> {
  const { body } = await clerk.call('getexaminationsettings', {});
  const [{ current, revisions } = {}] = (body.data ?? []) as unknown as DeskExamination[];
  const contacts = { ...current?.contacts, office };
  const proposal = { ...current, contacts, revision: revisions?.[0]?.revision ?? 0 };
  expect((await clerk.call('proposesettings', proposal)).body.status).toBe(200);
}

test('a telephone number that an administrator publishes is on a visitor’s page without a restart', async () => {
  const OFFICE_NUMBER = '0866-2433333';
  await proposeOffice(OFFICE_NUMBER);
  const { page } = desk;
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
    return (await visitor.page.$eval('main', ({ textContent }) => textContent ?? '')).includes(OFFICE_NUMBER);
  });
  await closePage(visitor.page);
  expect([...desk.faults.list, ...visitor.faults.list]).toEqual([]);
});
