import { eventually, scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { press, reads } from '../browser.ts';
import type { Stage } from '../specification/stage.ts';
import { holds, onDisk, putAndKeep } from './form-page.ts';
import { saveDraft } from './save-draft.ts';

/** What stands where the buttons were, once the form is sent in. */
export const beforePaying = (stage: Stage) =>
  describe('before paying', () => {
    async function openSubmitted() {
      const someone = await stage.newcomer();
      await saveDraft(someone);
      const { page } = await stage.open('/', { as: someone });
      await holds(page, 'name', someone.person.name);
      await putAndKeep(page, 'name', 'Sita Rama Sastri');
      await press(page, 'Confirm to Pay');
      await page.waitForSelector('.read-back');
      return { someone, page };
    }

    test('when the form is sent in, then number, Aadhaar and name are read back beside the ticket to be', async () => {
      const { someone, page } = await openSubmitted();
      const { number, aadhar } = someone.person;

      const readBack = await page.$eval('.read-back', ({ textContent }) => textContent);
      for (const fact of ['Sita Rama Sastri', number, aadhar.replace(/\d{4}(?=\d)/g, '$& ')])
        expect(readBack).toContain(fact);
      const picture = await page.waitForSelector('.ticket-preview', { timeout: scaledTimeout(30_000) });
      const loaded = await picture?.evaluate(async (image) => {
        await (image as HTMLImageElement).decode();
        return { width: (image as HTMLImageElement).naturalWidth, alt: (image as HTMLImageElement).alt };
      });
      expect(loaded?.width).toBeGreaterThan(500);
      expect(loaded?.alt).toContain('Hall ticket');
      expect(await onDisk(page)).toEqual([]);
    });

    test('when a fact is wrong, then it is corrected there and read back anew', async () => {
      const { page } = await openSubmitted();

      await press(page, 'Correct it');
      const field = await page.waitForSelector('dialog[open] [name="name"]');
      await field?.evaluate((control) => (control as HTMLInputElement).select());
      await page.keyboard.sendCharacter('Sita Rama Sarma');
      await press(page, 'Update Application', 'dialog[open]');

      await eventually(() =>
        page.$eval('.read-back', ({ textContent }) => textContent?.includes('Sita Rama Sarma')),
      );
    });

    test('when the applicant comes back from the checkout, then the fee can be paid from there', async () => {
      const { page } = await openSubmitted();
      await page.evaluate(() => Object.assign(globalThis, { wasLeft: true }));
      await press(page, 'Pay now');
      await page.waitForSelector('#pay');

      await page.goBack();

      // A whole browser may show the very page again that was left.
      const isSame = await page.evaluate(() => 'wasLeft' in globalThis);
      if (!isSame) await reads(page, 'You already have an application this year');
      await press(page, 'Pay now');
      await page.waitForSelector('#pay');
    });
  });
