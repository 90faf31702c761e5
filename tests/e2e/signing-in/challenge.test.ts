import { buildSignUp, createVisitorSession, type Portal, startPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { clickControl, openBrowser, openPhone, typeInto, waitForText } from '../browser.ts';

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
  const session = createVisitorSession(portal.origin);
  const { number } = session.person;
  await session.call('submitsignup', buildSignUp(session.person));
  expect((await session.call('websiteloginotp', { number })).http).toBe(200);
  expect((await session.call('websiteloginotp', { number })).http).toBe(428);

  const { page, faults } = await openPhone(browser);
  await page.goto(portal.origin);
  await typeInto(page, 'number', number);
  await clickControl(page, 'Request For OTP');
  await waitForText(page, 'OTP Sent');
  const response = await session.fetch(`/dev/inbox?number=${number}`);
  const [newestSms] = (await response.json()) as { otp: string }[];
  await typeInto(page, 'otp', newestSms?.otp ?? '');
  await clickControl(page, 'Sign-In', 'main');
  await waitForText(page, 'Login Success');
  expect(faults.list).toEqual([]);
});
