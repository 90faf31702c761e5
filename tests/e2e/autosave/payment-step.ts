import { eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import { expectFieldValue, fillAndWaitForAutosave, readStoredCopies, saveDraft } from './form-page.ts';

/** The content that replaces the buttons after the submission. */
export const beforePaying = (environment: BrowserEnvironment) =>
  describe('before paying', () => {
    async function openSubmittedForm() {
      const session = await environment.registerApplicant();
      await saveDraft(session);
      const { page } = await environment.open('/', { session });
      await expectFieldValue(page, 'name', session.person.name);
      await fillAndWaitForAutosave(page, 'name', 'Sita Rama Sastri');
      await clickControl(page, 'Confirm to Pay');
      await findControl(page, 'Pay now', 'main');
      await page.waitForSelector('.read-back');
      return { session, page };
    }

    test('shows number, Aadhaar and name beside the preview of the ticket after the submission', async () => {
      const { session, page } = await openSubmittedForm();
      const { number, aadhar } = session.person;

      const confirmationText = await page.$eval('.read-back', ({ textContent }) => textContent);
      for (const expectedText of ['Sita Rama Sastri', number, aadhar.replace(/\d{4}(?=\d)/g, '$& ')])
        expect(confirmationText).toContain(expectedText);
      const frame = await page.waitForSelector('.ticket-preview > iframe');
      await frame?.scrollIntoView();
      const sheet = await (await frame?.contentFrame())?.waitForSelector('.sheet');
      const text = await sheet?.evaluate(({ textContent }) => textContent);
      expect(text).toContain('Sita Rama Sastri');
      expect(text).toContain('Comes after payment');
      expect(await readStoredCopies(page)).toEqual([]);
    });

    test('shows the corrected value after an update', async () => {
      const { page } = await openSubmittedForm();

      await clickControl(page, 'Correct it');
      const field = await page.waitForSelector('dialog[open] [name="name"]');
      await field?.evaluate((control) => (control as HTMLInputElement).select());
      await page.keyboard.sendCharacter('Sita Rama Sarma');
      await clickControl(page, 'Update Application', 'dialog[open]');

      await eventually(() =>
        page.$eval('.read-back', ({ textContent }) => textContent?.includes('Sita Rama Sarma')),
      );
    });

    test('shows the status first after a return from the checkout, and the fee can be paid there', async () => {
      const { page } = await openSubmittedForm();
      await clickControl(page, 'Pay now');
      await page.waitForSelector('#pay');

      await page.goBack();

      await waitForText(page, 'The fee is due');
      await page.waitForFunction(
        () =>
          document.activeElement?.id === 'status' &&
          Math.abs(document.activeElement.getBoundingClientRect().top) < 100,
      );
      await clickControl(page, 'Pay now');
      await page.waitForSelector('#pay');
    });
  });
