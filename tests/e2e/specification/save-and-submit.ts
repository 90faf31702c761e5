import { scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl, waitForText } from '../browser.ts';
import { buildCompartmentalFields, COMPARTMENTAL_TEXTS } from './compartmental.ts';
import type { BrowserEnvironment, Screen } from './environment.ts';
import { createFillSteps, openDraftForm, openEmptyForm } from './form-steps.ts';
import { readControlNames, readTicked, readValue } from './page-text.ts';
import { readNextBody } from './stub-calls.ts';
import { expectWithin, SHORT_MS } from './times.ts';

/** Saving, clearing, submitting, and the state afterwards. */
export const saveAndSubmit = (environment: BrowserEnvironment) =>
  describe('saving and submitting', () => {
    async function openFilledForm(): Promise<Screen> {
      const { screen, session } = await openEmptyForm(environment);
      for (const fill of Object.values(createFillSteps(screen.page, session, environment))) await fill();
      return screen;
    }
    test('Save says Successfully Saved for 1 s, top right, and the form is filled again [S-3.21] [S-4.19] [S-8.19] [S-9.13]', async () => {
      const { screen, draft } = await openDraftForm(environment);
      const sentBody = readNextBody(screen.page, 'saveapplicationform');
      await clickControl(screen.page, 'Save', 'main');
      expect((await sentBody).save_id).toBe(1);
      expectWithin(await screen.waitUntilGone('Successfully Saved'), SHORT_MS);
      expect((await screen.waitForAnnouncement('Successfully Saved')).isTopRight).toBe(true);
      await waitForText(screen.page, 'Your form was saved on');
      await screen.page.waitForFunction(() => document.activeElement?.id === 'status');
      expect(await readValue(screen.page, 'name')).toBe(draft.name);
    });

    describe('a saved compartmental form', () => {
      let draft: Record<string, unknown>;
      const getScreen = environment.useSharedScreen(async () => {
        const opened = await openDraftForm(environment, await buildCompartmentalFields());
        draft = opened.draft;
        return opened.screen;
      });

      test('what was saved fills the form again, files and languages included [S-1.3] [S-4.6]', async () => {
        const { page } = getScreen();
        for (const field of COMPARTMENTAL_TEXTS)
          expect([field, await readValue(page, field)]).toEqual([field, draft[field]]);
        expect(await readTicked(page, 'exam_type')).toEqual(['1']);
        expect(await readTicked(page, 'exam_regular')).toEqual(['2']);
        expect(await readTicked(page, 'language')).toEqual(['1', '3']);
        for (const file of ['birthcertificate', 'markmemos', 'image'])
          await findControl(page, 'View', `.field:has([name="${file}"])`);
      });

      test('Clear empties the fields, the files and the languages [S-4.24]', async () => {
        const { page } = getScreen();
        await clearForm(page);
        for (const field of ['aadhar', 'name', 'dob', 'postal_address', 'district', 'agamamu'])
          expect([field, await readValue(page, field)]).toEqual([field, '']);
        await page.locator('[name="exam_regular"][value="2"]').click();
        await page.waitForSelector('[name="language"]');
        expect(await readTicked(page, 'language')).toEqual([]);
        expect(await readControlNames(page, '.field:has([type="file"])')).not.toContainEqual(
          expect.stringMatching(/View/),
        );
      });
    });

    describe('a saved form', () => {
      let draft: Record<string, unknown>;
      const getScreen = environment.useSharedScreen(async () => {
        const opened = await openDraftForm(environment);
        draft = opened.draft;
        return opened.screen;
      });

      test('is submitted under its application ID, with save_id 2 [S-3.22] [S-4.7] [S-4.22]', async () => {
        const { page } = getScreen();
        const sentBody = readNextBody(page, 'paidSubmitapplicationform');
        await clickControl(page, 'Confirm to Pay', 'main');
        expect(await sentBody).toMatchObject({ application_id: draft.application_id, save_id: 2 });
      });

      test('with the order Pay now takes the place of Clear, Save and Confirm to Pay [S-4.16]', async () => {
        const { page } = getScreen();
        await findControl(page, 'Pay now', 'main');
        const names = (await readControlNames(page, 'main')).join('\n');
        for (const removedName of ['Clear', 'Save', 'Confirm to Pay'])
          expect(names).not.toContain(removedName);
      });

      test('what was submitted stands in the history', async () => {
        await clickControl(getScreen().page, 'Application History', 'header');
        await waitForText(getScreen().page, 'ARC24-');
      });
    });

    test('a form that was never saved is submitted with application_id 2 and save_id 2 [S-3.19] [S-4.23]', async () => {
      const { page } = await openFilledForm();
      const sentBody = readNextBody(page, 'submitapplicationform');
      await clickControl(page, 'Confirm to Pay', 'main');
      expect(await sentBody).toMatchObject({ application_id: 2, save_id: 2 });
    });

    test('what is sent after Clear has application_id 2 again [S-3.20] [S-4.25]', async () => {
      const { screen, session } = await openDraftForm(environment);
      await clearForm(screen.page);
      for (const fill of Object.values(createFillSteps(screen.page, session, environment))) await fill();
      const sentBody = readNextBody(screen.page, 'submitapplicationform');
      await clickControl(screen.page, 'Confirm to Pay', 'main');
      expect((await sentBody).application_id).toBe(2);
    });
  });

/** Presses Clear, and confirms the question if there is one. */
async function clearForm(page: Screen['page']): Promise<void> {
  await clickControl(page, 'Clear', 'main');
  const confirmation = await page
    .waitForSelector('dialog[open]', { timeout: scaledTimeout(2000) })
    .catch(() => null);
  if (confirmation) await clickControl(page, 'Clear', 'dialog[open]');
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="name"]')?.value === '');
}
