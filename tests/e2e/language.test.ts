import { newcomer, portalOfTheRun } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { named, openBrowser, openPhone, press, reads } from './browser.ts';
import { takeLanguage, takeSession } from './cookies.ts';

const TELUGU_NOTE = 'నమోదు తుది నిర్ణయం';
const ENGLISH_NOTE = 'Registrations are final';

const portal = portalOfTheRun();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const languageOf = (page: Page) => page.$eval('html', ({ lang }) => lang);
/** The page's main heading, its first language first. */
const headingOf = (page: Page) => page.$eval('h1', ({ textContent }) => textContent);
const textOf = (page: Page) => page.$eval('main', ({ textContent }) => textContent);
/** Still there as long as the page has not been loaded anew. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in globalThis);

async function expectTelugu(page: Page): Promise<void> {
  await reads(page, TELUGU_NOTE);
  expect(await languageOf(page)).toBe('te');
  expect(await headingOf(page)).toMatch(/^అర్చక పరీక్షలు.*Archaka examinations/);
  expect(await textOf(page)).not.toContain(ENGLISH_NOTE);
}
async function expectEnglish(page: Page): Promise<void> {
  await reads(page, ENGLISH_NOTE);
  expect(await languageOf(page)).toBe('en');
  expect(await headingOf(page)).toMatch(/^Archaka examinations.*అర్చక పరీక్షలు/);
  expect(await textOf(page)).not.toContain(TELUGU_NOTE);
}

test('the portal speaks Telugu first, changes to English without loading anew, and remembers it', async () => {
  const { page, faults } = await openPhone(browser);
  await page.goto(portal.origin);
  await expectTelugu(page);

  await mark(page);
  await press(page, 'English', 'header');
  await expectEnglish(page);
  expect(await isMarked(page)).toBe(true);

  await page.reload();
  await expectEnglish(page);
  await press(page, 'తెలుగు', 'header');
  await expectTelugu(page);
  expect(faults.list).toEqual([]);
});

test('the chosen language outlives a logout', async () => {
  const session = await newcomer(portal.origin);
  const { page } = await openPhone(browser);
  await takeSession(page, session);
  await page.goto(portal.origin);
  await press(page, 'English', 'header');
  await press(page, 'Logout', 'header');
  const left = page.waitForNavigation();
  await press(page, 'Yes, logout !', 'dialog[open]');
  await left;
  await named(page, 'Request For OTP', 'main');
  await expectEnglish(page);
});

test('the page arrives in the chosen language, before any script has run', async () => {
  const { page } = await openPhone(browser);
  await page.setJavaScriptEnabled(false);
  await page.goto(portal.origin);
  await expectTelugu(page);
  await takeLanguage(page, 'en');
  await page.reload();
  await expectEnglish(page);
});

test('the switch is large enough for a thumb and stands in the same place on every page', async () => {
  const { page } = await openPhone(browser);
  const places: { x?: number | undefined; y?: number | undefined }[] = [];
  for (const path of ['/', '/ticket', '/termsandpolicy', '/no-such-page']) {
    await page.goto(portal.origin + path);
    const { x, y, width, height } = (await (await named(page, 'English', 'header')).boundingBox()) ?? {};
    expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThanOrEqual(48);
    places.push({ x, y });
  }
  expect(places).toEqual(places.map(() => places[0]));
});
