import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { closePage, openBrowser, openPhone } from './browser.ts';

const { origin } = getSharedPortal();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function openPlainPage(): Promise<Page> {
  const { page } = await openPhone(browser);
  await page.goto(`${origin}/slices.json`);
  return page;
}

const listStored = (page: Page) =>
  page.evaluate(async () => ({
    items: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }));

test('a page in a reused context finds neither cookies nor storage of the earlier one', async () => {
  const page = await openPlainPage();
  const context = page.browserContext();
  await context.setCookie({ name: 'language', value: 'te', domain: 'localhost', path: '/' });
  await page.evaluate(async () => {
    localStorage.setItem('earlier', 'x');
    sessionStorage.setItem('earlier', 'x');
    await caches.open('earlier');
    const request = indexedDB.open('earlier');
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    request.result.close();
  });
  expect(await listStored(page)).toEqual({
    items: ['earlier', 'earlier'],
    databases: ['earlier'],
    caches: ['earlier'],
  });
  await closePage(page);

  const nextPage = await openPlainPage();

  expect(nextPage.browserContext()).toBe(context);
  expect(await listStored(nextPage)).toEqual({ items: [], databases: [], caches: [] });
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('language');
});
