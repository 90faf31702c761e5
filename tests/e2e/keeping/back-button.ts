import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { named, press, reads } from '../browser.ts';
import type { Stage } from '../specification/stage.ts';
import { holds, putAndKeep, signIn } from './form-page.ts';
import { saveDraft } from './save-draft.ts';

const nameOnPage = (page: Page, name: string) =>
  page.evaluate((text) => document.documentElement.outerHTML.includes(text), name);

/** The back button, held until it lists where one was before. */
async function backTo(page: Page, address: string): Promise<void> {
  const tab = await page.createCDPSession();
  const { entries } = await tab.send('Page.getNavigationHistory');
  const entry = entries.findLast(({ url }) => url === address);
  await tab.send('Page.navigateToHistoryEntry', { entryId: entry?.id ?? -1 });
}

/** The back button, at every step of the way. */
export const backButton = (stage: Stage) =>
  describe('the back button', () => {
    async function openSubmitted() {
      const someone = await stage.newcomer();
      await saveDraft(someone);
      const { page } = await stage.open('/', { as: someone });
      await holds(page, 'name', someone.person.name);
      await press(page, 'Confirm to Pay');
      await named(page, 'Pay now', 'main');
      return { someone, page };
    }

    const registered = async ({ someone }: Awaited<ReturnType<typeof openSubmitted>>) => {
      const { body } = await someone.call('getticketsandprofile');
      expect(body.data).toHaveLength(1);
    };

    test('when the applicant goes back after signing in, then it is not signing in that stands there', async () => {
      const someone = await stage.newcomer();
      await someone.call('logout');
      const { page } = await stage.open('/termsandpolicy');
      await page.goto(`${stage.portal.origin}/`);
      await signIn(page, { origin: stage.portal.origin, number: someone.person.number, within: 'main' });
      await page.waitForSelector('#application-form [name="aadhar"]');

      await page.goBack();
      await named(page, 'Logout', 'header');
      await page.goForward();

      await page.waitForSelector('#application-form [name="aadhar"]');
    });

    test('when the browser goes to another site and back, then the form is as it was', async () => {
      const { page } = await stage.open('/', { as: await stage.newcomer() });
      await putAndKeep(page, 'name', 'సీత');

      await page.goto('about:blank');
      await page.goBack();

      await holds(page, 'name', 'సీత');
    });

    test('when the form was sent in, then back and forward offer the payment, never a second form', async () => {
      const sent = await openSubmitted();
      await press(sent.page, 'Application History', 'header');
      await sent.page.waitForFunction(() => location.pathname === '/ticket');

      await sent.page.goBack();

      await named(sent.page, 'Pay now', 'main');
      await registered(sent);
    });

    test('when the fee is paid, then the way back leads to no second payment', async () => {
      const sent = await openSubmitted();
      const { page } = sent;
      await press(page, 'Pay now', 'main');
      await page.waitForSelector('#pay').then((button) => button?.click());
      await page.waitForFunction(() => location.pathname === '/paymentstatus');
      await reads(page, 'Success');

      await backTo(page, `${stage.portal.origin}/`);

      await reads(page, 'You already have an application this year');
      await registered(sent);
      const buttons = await page.$$eval('main button', (all) => all.map(({ textContent }) => textContent));
      expect(buttons.join()).not.toContain('Pay now');
    });

    test('when the applicant has logged out, then nothing of theirs comes back', async () => {
      const someone = await stage.newcomer();
      await saveDraft(someone);
      const { page } = await stage.open('/', { as: someone });
      await holds(page, 'name', someone.person.name);
      await press(page, 'Application History', 'header');
      await page.waitForFunction(() => location.pathname === '/ticket');
      await press(page, 'Logout', 'header');
      await press(page, 'Yes, logout !', 'dialog[open]');
      await named(page, 'Request For OTP', 'main');

      await page.goBack();

      await named(page, 'Request For OTP', 'main');
      expect(await nameOnPage(page, someone.person.name)).toBe(false);
    });
  });
