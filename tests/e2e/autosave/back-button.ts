import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl, openMenu, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import { expectFieldValue, fillAndWaitForAutosave, saveDraft, signIn } from './form-page.ts';

const isNameOnPage = (page: Page, name: string) =>
  page.evaluate((text) => document.documentElement.outerHTML.includes(text), name);

/** Presses the back button long, which lists earlier pages. */
async function goBackTo(page: Page, address: string): Promise<void> {
  const tab = await page.createCDPSession();
  const { entries } = await tab.send('Page.getNavigationHistory');
  const entry = entries.findLast(({ url }) => url === address);
  await tab.send('Page.navigateToHistoryEntry', { entryId: entry?.id ?? -1 });
}

/** The back button, at every step of the flow. */
export const backButton = (environment: BrowserEnvironment) =>
  describe('the back button', () => {
    async function openSubmittedForm() {
      const session = await environment.registerApplicant();
      await saveDraft(session);
      const { page } = await environment.open('/', { session });
      await expectFieldValue(page, 'name', session.person.name);
      await clickControl(page, 'Confirm to Pay');
      await findControl(page, 'Pay now', 'main');
      return { session, page };
    }

    const hasApplication = async ({ session }: Awaited<ReturnType<typeof openSubmittedForm>>) => {
      const { body } = await session.call('getticketsandprofile');
      expect(body.data).toHaveLength(1);
    };

    test('going back after the sign-in does not show the sign-in', async () => {
      const session = await environment.registerApplicant();
      await session.call('logout');
      const { page } = await environment.open('/termsandpolicy');
      await page.goto(`${environment.portal.origin}/`);
      await signIn(page, { origin: environment.portal.origin, number: session.person.number, scope: 'main' });
      await page.waitForSelector('#application-form [name="aadhar"]');

      await page.goBack();
      await findControl(page, 'Application History', 'header');
      await page.goForward();

      await page.waitForSelector('#application-form [name="aadhar"]');
    });

    test('restores the form after a visit of another site', async () => {
      const { page } = await environment.open('/', { session: await environment.registerApplicant() });
      await fillAndWaitForAutosave(page, 'name', 'సీత');

      await page.goto('about:blank');
      await page.goBack();

      await expectFieldValue(page, 'name', 'సీత');
    });

    test('back and forward after the submission offer the payment, never a second form', async () => {
      const submitted = await openSubmittedForm();
      await clickControl(submitted.page, 'Application History', 'header');
      await submitted.page.waitForFunction(() => location.pathname === '/ticket');

      await submitted.page.goBack();

      await findControl(submitted.page, 'Pay now', 'main');
      await hasApplication(submitted);
    });

    test('going back after the payment leads to no second payment', async () => {
      const submitted = await openSubmittedForm();
      const { page } = submitted;
      await clickControl(page, 'Pay now', 'main');
      await page.waitForSelector('#pay').then((button) => button?.click());
      await page.waitForFunction(() => location.pathname === '/paymentstatus');
      await waitForText(page, 'Success');

      await goBackTo(page, `${environment.portal.origin}/#status`);

      await waitForText(page, 'The fee has arrived');
      await hasApplication(submitted);
      const buttons = await page.$$eval('main button', (all) => all.map(({ textContent }) => textContent));
      expect(buttons.join()).not.toContain('Pay now');
    });

    test('going back after a logout shows no data of the applicant', async () => {
      const session = await environment.registerApplicant();
      await saveDraft(session);
      const { page } = await environment.open('/', { session });
      await expectFieldValue(page, 'name', session.person.name);
      await clickControl(page, 'Application History', 'header');
      await page.waitForFunction(() => location.pathname === '/ticket');
      await openMenu(page);
      await clickControl(page, 'Logout', 'header');
      await clickControl(page, 'Yes, logout !', 'dialog[open]');
      await findControl(page, 'Request For OTP', 'main');

      await page.goBack();

      await findControl(page, 'Request For OTP', 'main');
      expect(await isNameOnPage(page, session.person.name)).toBe(false);
    });
  });
