import { mapAddressVariables } from '@archaka/contracts';
import { freePort } from '@archaka/engines';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import { closeBrowser, closePage, openBrowser, openPage } from './browser.ts';
import { getServiceUrl, type OwnShell, startOwnShell } from './own-shell.ts';

const NARROWEST = { width: 320, height: 640, isMobile: true, hasTouch: true };
const ADDRESSES = mapAddressVariables(getServiceUrl);

let shell: OwnShell;
let browser: Browser;
beforeAll(async () => {
  const port = await freePort();
  [shell, browser] = await Promise.all([
    startOwnShell({ port, env: { ...ADDRESSES, VISITOR_LIMIT: '10' } }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await closeBrowser(browser);
  await shell?.stop();
});

test('a visitor of a full portal sees position and waiting time, and the portal opens automatically', async () => {
  expect((await fetch(shell.origin)).status).toBe(200);
  const { page, faults } = await openPage(browser, NARROWEST);
  expect((await page.goto(shell.origin))?.status()).toBe(503);
  const place = await page.$eval('#place', (element) => element.textContent);
  expect(place).toMatch(/మీ ముందు ఉన్నవారు: 0[\s\S]*People ahead of you: 0[\s\S]*minutes: 1/);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(NARROWEST.width);
  await page.waitForSelector('#login, .hero');
  expect(await page.$('#place')).toBeNull();
  expect(faults.list).toEqual([]);
  await closePage(page);
});
