import { afterAll, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'puppeteer';
import { closeBrowser, openBrowser } from './browser.ts';
import { startBuildServer } from './scanner/build-server.ts';

const [builds, browser] = await Promise.all([startBuildServer(), openBrowser()]);
afterAll(async () => {
  await closeBrowser(browser);
  await builds.stop();
});

async function openScannerPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${builds.origin}/scan`);
  await page.waitForFunction(
    () => document.querySelector('#ready-files [lang=en]')?.textContent === 'kept on this phone',
  );
  return page;
}

test('an open scanner continues with its version, and the next start uses only the new one', async () => {
  const context = await browser.createBrowserContext();
  const firstPage = await openScannerPage(context);
  builds.deploy('second');
  await firstPage.reload();
  await firstPage.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(await firstPage.title()).not.toContain('second');
  expect(await firstPage.evaluate(() => caches.keys())).toHaveLength(2);

  await firstPage.close();
  const nextPage = await openScannerPage(context);
  expect(await nextPage.title()).toContain('second');
  await nextPage.waitForFunction(async () => (await caches.keys()).length === 1);
  expect(await nextPage.evaluate(() => caches.keys())).toEqual([
    expect.stringMatching(/^hall-scanner-second-/),
  ]);
});
