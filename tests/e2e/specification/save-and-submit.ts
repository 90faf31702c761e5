import { scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { named, press, reads } from '../browser.ts';
import { bodyOfNext } from './answers.ts';
import { compartmental } from './compartmental.ts';
import { draftForm, emptyForm, fillSteps } from './form-steps.ts';
import { contentOf, namesIn, tickedOf } from './page-text.ts';
import type { Screen, Stage } from './stage.ts';
import { expectWithin, NOTICE_MS, SHORT_MS } from './times.ts';

/** Saving, clearing, submitting, and what is there afterwards. */
export const saveAndSubmit = (stage: Stage) =>
  describe('saving and submitting', () => {
    async function filled(): Promise<Screen> {
      const { screen, session } = await emptyForm(stage);
      for (const fill of Object.values(fillSteps(screen.page, session, stage))) await fill();
      return screen;
    }
    const submitted = async () => {
      const { screen } = await draftForm(stage);
      await press(screen.page, 'Confirm to Pay', 'main');
      await named(screen.page, 'Pay now', 'main');
      return screen;
    };

    test('Save says Successfully Saved for 1 s, top right, and the page loads anew', async () => {
      const { screen } = await draftForm(stage);
      const sent = bodyOfNext(screen.page, 'saveapplicationform');
      await press(screen.page, 'Save', 'main');
      expect((await sent).save_id).toBe(1);
      expectWithin(await screen.lasted('Successfully Saved'), SHORT_MS);
      expect((await screen.hear('Successfully Saved')).topRight).toBe(true);
      expectWithin(await screen.leftAfter('Successfully Saved'), NOTICE_MS);
    });

    test('what was saved fills the form again, files and languages included', async () => {
      const { screen, draft } = await draftForm(stage, await compartmental());
      const { page } = screen;
      const fields = ['aadhar', 'name', 'father_name', 'dob', 'postal_address', 'district', 'mandal'].concat([
        'pasthallticket',
        'centre_district',
        'agamamu',
      ]);
      for (const field of fields)
        expect([field, await contentOf(page, field)]).toEqual([field, draft[field]]);
      expect(await tickedOf(page, 'exam_type')).toEqual(['1']);
      expect(await tickedOf(page, 'exam_regular')).toEqual(['2']);
      expect(await tickedOf(page, 'language')).toEqual(['1', '3']);
      for (const file of ['birthcertificate', 'markmemos', 'image'])
        await named(page, 'View', `.field:has([name="${file}"])`);
    });

    test('a saved form is submitted under its application ID, with save_id 2', async () => {
      const { screen, draft } = await draftForm(stage);
      const sent = bodyOfNext(screen.page, 'paidSubmitapplicationform');
      await press(screen.page, 'Confirm to Pay', 'main');
      expect(await sent).toMatchObject({ application_id: draft.application_id, save_id: 2 });
    });

    test('a form that was never saved is submitted with application_id 2 and save_id 2', async () => {
      const { page } = await filled();
      const sent = bodyOfNext(page, 'submitapplicationform');
      await press(page, 'Confirm to Pay', 'main');
      expect(await sent).toMatchObject({ application_id: 2, save_id: 2 });
    });

    test('with the order Pay now takes the place of Clear, Save and Confirm to Pay', async () => {
      const { page } = await submitted();
      const names = (await namesIn(page, 'main')).join('\n');
      for (const gone of ['Clear', 'Save', 'Confirm to Pay']) expect(names).not.toContain(gone);
    });

    test('Clear empties the fields, the files and the languages', async () => {
      const { screen } = await draftForm(stage, await compartmental());
      const { page } = screen;
      await clear(page);
      for (const field of ['aadhar', 'name', 'dob', 'postal_address', 'district', 'agamamu'])
        expect([field, await contentOf(page, field)]).toEqual([field, '']);
      await page.locator('[name="exam_regular"][value="2"]').click();
      await page.waitForSelector('[name="language"]');
      expect(await tickedOf(page, 'language')).toEqual([]);
      expect(await namesIn(page, '.field:has([type="file"])')).not.toContainEqual(
        expect.stringMatching(/View/),
      );
    });

    test('what is sent after Clear has application_id 2 again', async () => {
      const { screen, session } = await draftForm(stage);
      await clear(screen.page);
      for (const fill of Object.values(fillSteps(screen.page, session, stage))) await fill();
      const sent = bodyOfNext(screen.page, 'submitapplicationform');
      await press(screen.page, 'Confirm to Pay', 'main');
      expect((await sent).application_id).toBe(2);
    });

    test('what was submitted stands in the history', async () => {
      const { page } = await submitted();
      await press(page, 'Application History', 'header');
      await reads(page, 'ARC24-');
    });
  });

/** Presses Clear, and confirms where the form asks first. */
async function clear(page: Screen['page']): Promise<void> {
  await press(page, 'Clear', 'main');
  const question = await page
    .waitForSelector('dialog[open]', { timeout: scaledTimeout(2000) })
    .catch(() => null);
  if (question) await press(page, 'Clear', 'dialog[open]');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="name"]')?.value === '');
}
