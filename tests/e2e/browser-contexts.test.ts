import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { closeBrowser, closePage, openBrowser, openPhone } from './browser.ts';

const { origin } = getSharedPortal();
const EMPTY = { items: [], databases: [], caches: [], cookies: [] };
const FULL = {
  items: ['earlier', 'earlier'],
  databases: ['earlier'],
  caches: ['earlier'],
  cookies: ['language'],
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => closeBrowser(browser));

async function openPlainPage(): Promise<Page> {
  const { page } = await openPhone(browser);
  await page.goto(`${origin}/slices.json`);
  return page;
}

async function listStored(page: Page) {
  const cookies = await page.browserContext().cookies();
  const stored = await page.evaluate(async () => ({
    items: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }));
  return { ...stored, cookies: cookies.map(({ name }) => name) };
}

/** Opens a page and leaves something in each of its stores. */
async function openPageWithStorage(): Promise<Page> {
  const page = await openPlainPage();
  const cookie = { name: 'language', value: 'te', domain: 'localhost', path: '/' };
  await page.browserContext().setCookie(cookie);
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
  expect(await listStored(page)).toEqual(FULL);
  return page;
}

test('a page in a reused context finds neither cookies nor storage of the earlier one', async () => {
  const page = await openPageWithStorage();
  const context = page.browserContext();
  await closePage(page);

  const nextPage = await openPlainPage();

  expect(nextPage.browserContext()).toBe(context);
  expect(await listStored(nextPage)).toEqual(EMPTY);
  await closePage(nextPage);
});

test('the next suite finds neither pages nor cookies nor storage of this one', async () => {
  const { id } = (await openPageWithStorage()).browserContext();
  await closeBrowser(browser);
  browser = await openBrowser();

  const nextPage = await openPlainPage();

  expect(nextPage.browserContext().id).toBe(id);
  const [, ...pages] = await nextPage.browserContext().pages();
  expect(pages).toEqual([nextPage]);
  expect(await listStored(nextPage)).toEqual(EMPTY);
});
