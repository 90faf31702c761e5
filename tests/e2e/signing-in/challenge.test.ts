import { type Portal, signUp, startPortal, visit } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { openBrowser, openPhone, press, reads, type } from '../browser.ts';

let portal: Portal;
let browser: Browser;
beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal({ env: { CHALLENGE_AFTER: '1' } }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

test('the page does the work that an address must prove, and signs in', async () => {
  const session = visit(portal.origin);
  const { number } = session.person;
  await session.call('submitsignup', signUp(session.person));
  expect((await session.call('websiteloginotp', { number })).http).toBe(200);
  expect((await session.call('websiteloginotp', { number })).http).toBe(428);

  const { page, faults } = await openPhone(browser);
  await page.goto(portal.origin);
  await type(page, 'number', number);
  await press(page, 'Request For OTP');
  await reads(page, 'OTP Sent');
  const response = await session.fetch(`/dev/inbox?number=${number}`);
  const [newest] = (await response.json()) as { otp: string }[];
  await type(page, 'otp', newest?.otp ?? '');
  await press(page, 'Sign-In', 'main');
  await reads(page, 'Login Success');
  expect(faults.list).toEqual([]);
});
