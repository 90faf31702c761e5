import { buildApplicationForm, completePayment, submitNewApplication } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import { clickControl, findControl, waitForText } from './browser.ts';
import { createBrowserEnvironment } from './specification/environment.ts';

const environment = createBrowserEnvironment();
const NARROW = { width: 320, height: 640, isMobile: true, hasTouch: true };
const DIALOG = 'dialog[open]';

const readMissing = (response: { headers: () => Record<string, string> }) =>
  response.headers()['x-missing-services'];

test('an applicant reads, downloads and corrects their data on a phone, in English', async () => {
  const session = await environment.registerApplicant();
  const orderId = await submitNewApplication(session);
  await completePayment(session, environment.portal.simulator, orderId);
  const { page } = await environment.open('/my-data', {
    session,
    language: 'en',
    viewport: NARROW,
  });
  await waitForText(page, 'Application submitted');
  await waitForText(page, '3 years');
  for (const fold of await page.$$('main summary')) {
    await fold.focus();
    await page.keyboard.press('Enter');
  }
  await page.waitForFunction(() => document.querySelectorAll('main details[open]').length === 3);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.$eval('main', ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);

  const downloaded = page.waitForResponse((response) => response.url().endsWith('/api/my-data'));
  await clickControl(page, 'Download my data');
  const response = await downloaded;
  expect([response.status(), readMissing(response)]).toEqual([200, '']);
  await waitForText(page, 'Look for my-data.zip');

  await clickControl(page, 'Correct my account');
  await page.locator(`${DIALOG} [name="town"]`).fill('Nellore');
  await clickControl(page, 'Save', DIALOG);
  await waitForText(page, 'Your account is corrected');
  await waitForText(page, 'Nellore');
});

test('an applicant erases all data by keyboard, in Telugu', async () => {
  const session = await environment.registerApplicant();
  await session.call('saveapplicationform', await buildApplicationForm(session.person));
  const { page } = await environment.open('/my-data', { session, language: 'te' });
  await waitForText(page, 'నా సమాచారం తొలగించండి');
  await (await findControl(page, 'Ask for erasure')).focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector(DIALOG);
  await clickControl(page, 'Ask for erasure', DIALOG);
  await waitForText(page, 'మీ ఖాతా తొలగిపోయింది');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  const { number } = session.person;
  expect((await session.call('websiteloginotp', { number })).body.status).toBe(420);
});
