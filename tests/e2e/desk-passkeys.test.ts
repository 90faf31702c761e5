import { createCode, deriveLocalStaff, toStep } from '@archaka/service-kit/operators';
import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import {
  clickControl,
  closeBrowser,
  closePage,
  LAPTOP,
  openBrowser,
  openPage,
  typeInto,
  waitForText,
} from './browser.ts';
import { readStaffSecret, signInAtDesk } from './desk-sign-in.ts';
import { setLanguageCookie } from './page.ts';

const portal = getSharedPortal();
let browser: Browser;
let page: Page;
let faults: Awaited<ReturnType<typeof openPage>>['faults'];
beforeAll(async () => {
  browser = await openBrowser();
  ({ page, faults } = await openPage(browser, LAPTOP));
  await setLanguageCookie(page, 'en');
});
afterAll(async () => {
  await closePage(page);
  await closeBrowser(browser);
});

/** Chromium's authenticator, with a passkey store of its own. */
async function addAuthenticator(): Promise<void> {
  const client = await page.createCDPSession();
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a member adds a passkey after the sign-in by password, and signs in by it alone', async () => {
  await addAuthenticator();
  const secret = await readStaffSecret(portal);
  const member = deriveLocalStaff(secret).find(({ name }) => name === 'auditor');
  await signInAtDesk(page, portal, 'auditor');
  await page.goto(`${portal.origin}/desk/passkeys`);
  await waitForText(page, 'You have no passkey yet.');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await typeInto(page, 'name', 'Office computer');
  await typeInto(page, 'code', createCode(member?.secret ?? '', toStep(new Date()) + 1));
  await clickControl(page, 'Add the passkey');
  await waitForText(page, 'The passkey is added.');
  await waitForText(page, 'Never');
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await clickControl(page, 'Logout', 'header');
  await clickControl(page, 'Sign in with a passkey', '.desk-sign-in');
  await page.waitForSelector('.desk');
  await waitForText(page, 'Office computer');
  expect(await page.$eval('tbody', ({ textContent }) => textContent)).not.toContain('Never');
  expect(faults.list).toEqual([]);
});
