import { type ApplicantSession, buildApplicationForm } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, typeInto, waitForText } from '../browser.ts';
import { COMPARTMENTAL_TEXTS } from './compartmental.ts';
import type { BrowserEnvironment, Screen } from './environment.ts';
import { hasControl, readLabel, readTicked, readValue } from './page-text.ts';
import { readNextBody, stubCall } from './stub-calls.ts';

const DIALOG = 'dialog[open]';
const languages = JSON.stringify([{ language_id: 2, language: 'Agama only' }]);

/** A compartmental Vara application, with every field and file. */
async function buildWholeForm(session: ApplicantSession): Promise<Record<string, unknown>> {
  const form = await buildApplicationForm(session.person);
  return {
    ...form,
    exam_type: 2,
    exam_regular: 2,
    pasthallticket: '20190042',
    language: languages,
    markmemos: form.birthcertificate,
    markmemos_ind: 1,
    perviouscertificate: form.birthcertificate,
    perviouscertificate_ind: 1,
  };
}

const TEXTS = ['number', ...COMPARTMENTAL_TEXTS];
const CHOICES = [
  ['exam_type', ['2']],
  ['exam_regular', ['2']],
  ['language', ['2']],
] as const;
const FILES = ['birthcertificate', 'perviouscertificate', 'markmemos', 'image'];

/** The modal that changes an application. */
export const update = (environment: BrowserEnvironment) =>
  describe('the Update modal', () => {
    async function openUpdate(): Promise<{
      screen: Screen;
      session: ApplicantSession;
      form: Record<string, unknown>;
    }> {
      const session = await environment.registerApplicant();
      const form = await buildWholeForm(session);
      await session.call('submitapplicationform', form);
      const screen = await environment.open('/ticket', { session });
      await clickControl(screen.page, 'Application Update', 'tbody');
      await screen.page.waitForSelector(`${DIALOG} [name="father_name"]`);
      return { screen, session, form };
    }

    describe('as it opens', () => {
      let form: Record<string, unknown>;
      const getShared = environment.useSharedScreen(async () => {
        const openedForm = await openUpdate();
        form = openedForm.form;
        return openedForm.screen;
      });
      const getPage = () => getShared().page;

      test.each(TEXTS)('%s is prefilled [S-2.44]', async (field) => {
        expect(await readValue(getPage(), field, DIALOG)).toBe(form[field]);
      });
      test.each(CHOICES)('%s is prefilled [S-2.44]', async (field, values) => {
        expect(await readTicked(getPage(), field, DIALOG)).toEqual(values);
      });
      test.each(FILES)('%s is there, to be viewed [S-2.45]', async (field) => {
        const buttonTexts = await getPage().$$eval(
          `${DIALOG} .field:has([name="${field}"]) button`,
          (buttons) => buttons.map(({ textContent }) => textContent).join(),
        );
        expect(buttonTexts).toMatch(/View/);
      });
      test('the mobile number is read-only [S-2.46]', async () => {
        expect(await getPage().$(`${DIALOG} [name="number"][readonly]`)).not.toBeNull();
      });
      test('the fee is 100 and read-only [S-2.47]', async () => {
        expect(await getPage().$(`${DIALOG} [name="amount"][readonly]`)).not.toBeNull();
        expect(await readValue(getPage(), 'amount', DIALOG)).toBe('100');
      });
      test('every field has its label in both languages [S-1.2]', async () => {
        for (const field of [...TEXTS, ...CHOICES.map(([name]) => name), ...FILES])
          expect(await readLabel(getPage(), field, DIALOG)).toMatch(/[ఀ-౿].*[A-Za-z]/);
      });
      test('a PDF is shown in a frame of a modal [S-2.49]', async () => {
        await clickControl(getPage(), 'View', `${DIALOG} .field:has([name="birthcertificate"])`);
        const frame = await getPage().waitForSelector(
          'dialog[open] dialog[open] :is(iframe, embed, object, canvas), dialog[open] ~ dialog[open] :is(iframe, embed, object, canvas)',
        );
        expect(await frame?.isVisible()).toBe(true);
        await getPage().keyboard.press('Escape');
        await getPage().waitForFunction(() => document.querySelectorAll('dialog[open]').length === 1);
      });
      test('any status but 200 says Error..!, and the modal stays [S-4.32] [S-8.14]', async () => {
        await stubCall(getPage(), 'upadteapplication', 200, { status: 422 });
        await clickControl(getPage(), 'Update Application', DIALOG);
        await getShared().waitForAnnouncement('Error..!');
        expect(await hasControl(getPage(), 'father_name', DIALOG)).toBe(true);
      });
      test('choosing a district brings its mandals [S-4.13]', async () => {
        await getPage().select(`${DIALOG} select[name="district"]`, 'Tirupati');
        await getPage().waitForFunction(
          () =>
            document.querySelector('dialog[open] select[name="mandal"] option[value="Chintapalle"]') === null,
        );
        expect(
          await getPage().$(`${DIALOG} select[name="mandal"] option[value="Srikalahasti"]`),
        ).not.toBeNull();
        expect(await readValue(getPage(), 'mandal', DIALOG)).toBe('');
      });
    });

    test('Update Application sends the whole form, says Updated Successfully, closes and reads the list again [S-1.14] [S-2.48] [S-4.31] [S-7.9] [S-8.20]', async () => {
      const { screen, session, form } = await openUpdate();
      const { page } = screen;
      const [record] = (await session.call('getticketsandprofile')).body.data;
      await typeInto(page, 'name', 'Rama Sarma the Second', DIALOG);
      const sentBody = readNextBody(page, 'upadteapplication');
      const reloadedList = readNextBody(page, 'getticketsandprofile');
      await clickControl(page, 'Update Application', DIALOG);
      expect(await sentBody).toMatchObject({
        ...{ id: record?.id, number: form.number, aadhar: form.aadhar, name: 'Rama Sarma the Second' },
        ...{ father_name: form.father_name, dob: form.dob, postal_address: form.postal_address },
        ...{ district_id: 1, mandal_id: 1, centre_district_id: 2, language: languages, save_id: 2 },
        ...{ image_ind: 0, birthcertificate_ind: 0, perviouscertificate_ind: 0, markmemos_ind: 0 },
      });
      await screen.waitForAnnouncement('Updated Successfully');
      await reloadedList;
      await page.waitForSelector(DIALOG, { hidden: true });
      await waitForText(page, 'Rama Sarma the Second');
      expect(await hasControl(page, 'father_name')).toBe(false);
    });
  });
