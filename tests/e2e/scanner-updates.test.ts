import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { openBrowser } from './browser.ts';
import { type Builds, serveBuilds } from './scanner/builds.ts';

let builds: Builds;
let browser: Browser;
beforeAll(async () => {
  [builds, browser] = await Promise.all([serveBuilds(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await builds?.stop();
});

async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${builds.origin}/scan`);
  await page.waitForFunction(
    () => document.querySelector('#ready-files [lang=en]')?.textContent === 'kept on this phone',
  );
  return page;
}

test('when there is a new version, then an open scanner goes on with its own, and the next start has the new one alone', async () => {
  const context = await browser.createBrowserContext();
  const first = await open(context);
  builds.deploy('second');
  await first.reload();
  await first.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(await first.title()).not.toContain('second');
  expect(await first.evaluate(() => caches.keys())).toHaveLength(2);

  await first.close();
  const next = await open(context);
  expect(await next.title()).toContain('second');
  await next.waitForFunction(async () => (await caches.keys()).length === 1);
  expect(await next.evaluate(() => caches.keys())).toEqual([expect.stringMatching(/^hall-scanner-second-/)]);
});
