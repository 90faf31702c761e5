import { newcomer, portalOfTheRun } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { named, openBrowser, openPhone } from './browser.ts';
import { takeLanguage, takeSession } from './cookies.ts';

const portal = portalOfTheRun();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Remembers what the server's page consists of, before any script of the portal runs. */
const noteWhatArrives = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive')
        Object.assign(globalThis, { arrived: [...document.querySelectorAll('header, h1, h2, footer')] });
    });
  });

/** Which of it is gone, once the page is in use. */
async function goneOf(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('.loader-startup') === null);
  return page.evaluate(() =>
    (globalThis as unknown as { arrived: Element[] }).arrived
      .filter(({ isConnected }) => !isConnected)
      .map(({ outerHTML }) => outerHTML.slice(0, 60)),
  );
}

test.each([
  ['a visitor', 'te', false],
  ['a visitor', 'en', false],
  ['an applicant', 'te', true],
] as const)(
  'the page that the server made for %s in %s is taken over as it stands',
  async (_who, language, signedIn) => {
    const { page, faults } = await openPhone(browser);
    if (signedIn) await takeSession(page, await newcomer(portal.origin));
    await takeLanguage(page, language);
    await noteWhatArrives(page);
    for (const path of [
      '/',
      '/ticket',
      '/paymentstatus?order_id=order_1',
      '/ready',
      '/termsandpolicy',
      '/no-such-page',
    ]) {
      await page.goto(portal.origin + path);
      expect([path, await goneOf(page)]).toEqual([path, []]);
    }
    expect(faults.list).toEqual([]);
  },
);

test('a page made for an applicant whose session is over becomes a visitor’s', async () => {
  const { page, faults } = await openPhone(browser);
  const over = { name: 'archaka_session', value: 'a'.repeat(43), domain: 'localhost', path: '/' };
  await page.browserContext().setCookie({ ...over, httpOnly: true });
  await page.goto(portal.origin);
  await named(page, 'Request For OTP', 'main');
  expect(faults.list).toEqual([]);
});
