import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl, waitForText } from '../browser.ts';
import type { BrowserEnvironment } from '../specification/environment.ts';
import { expectFieldValue, fillAndWaitForAutosave, readStoredCopies, saveDraft } from './form-page.ts';

/** The screen after the submission. */
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
      return page;
    }

    test('asks nothing again after the submission, and shows the preview of the ticket', async () => {
      const page = await openSubmittedForm();

      const frame = await page.waitForSelector('.ticket-preview > iframe');
      await frame?.scrollIntoView();
      const sheet = await (await frame?.contentFrame())?.waitForSelector('.sheet');
      const text = await sheet?.evaluate(({ textContent }) => textContent);
      expect(text).toContain('Sita Rama Sastri');
      expect(text).toContain('Comes after payment');
      expect(await page.$('.read-back, dialog[open]')).toBeNull();
      expect(await readStoredCopies(page)).toEqual([]);
    });

    test('shows the status first after a return from the checkout, and the fee can be paid there', async () => {
      const page = await openSubmittedForm();
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
