import { describe, expect, test } from '@jest/globals';
import { findControl } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { hasControl, readControlNames, readText } from './page-text.ts';

/** The application form's visibility and title. */
export const applicationPage = (environment: BrowserEnvironment) =>
  describe('the application form', () => {
    const getScreen = environment.useSharedScreen(async () =>
      environment.open('/', { session: await environment.registerApplicant() }),
    );

    test('is titled for the 2024 examinations and there for an applicant [S-2.1] [S-2.23] [S-6.3]', async () => {
      const { page } = getScreen();
      await page.waitForSelector('[name="aadhar"]');
      const titles = await page.$$eval('h2', (found) => found.map(({ textContent }) => textContent));
      expect(titles.join()).toMatch(/Application Form.*2024/);
    });

    test('is not there for a visitor, who finds the sign-in [S-2.25]', async () => {
      const { page } = await environment.open('/');
      await findControl(page, 'Request For OTP');
      expect(await hasControl(page, 'aadhar')).toBe(false);
      expect(await readText(page, 'main')).toMatch(/Please Login/);
    });

    test('offers Clear, Save and Confirm to Pay before payment, and no Pay now [S-4.15]', async () => {
      const { page } = getScreen();
      await findControl(page, 'Confirm to Pay', 'main');
      const names = (await readControlNames(page, 'main')).join('\n');
      for (const name of ['Clear', 'Save', 'Confirm to Pay']) expect(names).toContain(name);
      expect(names).not.toContain('Pay now');
    });
  });
