import { buildSignUp, createVisitorSession } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { clickControl, closeBrowser, openBrowser, openPhone, typeInto, waitForText } from '../browser.ts';
import type { OwnSettingsEnvironment } from './environment.ts';

/** The sign-in page when an address needs a proof of work. */
export const challenge = (environment: OwnSettingsEnvironment) =>
  test('computes the proof of work in the page, and signs in once the sign-up is confirmed', async () => {
    const { origin } = environment.portal();
    const session = createVisitorSession(origin);
    const { number } = session.person;
    await session.call('submitsignup', buildSignUp(session.person));
    expect((await session.call('websiteloginotp', { number })).http).toBe(200);
    expect((await session.call('websiteloginotp', { number })).http).toBe(428);

    const browser = await openBrowser();
    try {
      const { page, faults } = await openPhone(browser);
      await page.goto(origin);
      await typeInto(page, 'number', number);
      await clickControl(page, 'Request For OTP');
      await waitForText(page, 'OTP Sent');
      const response = await session.fetch(`/dev/inbox?number=${number}`);
      const [newestSms] = (await response.json()) as { otp: string }[];
      await typeInto(page, 'otp', newestSms?.otp ?? '');
      await clickControl(page, 'Sign-In', 'main');
      // Another browser has signed up.
      await waitForText(page, 'Are these details yours?');
      await clickControl(page, 'Confirm my details and sign in');
      await waitForText(page, 'Login Success');
      expect(faults.list).toEqual([]);
    } finally {
      await closeBrowser(browser);
    }
  });
