import { applicationForm, scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { choose, type } from '../browser.ts';
import { emptyForm, typeDay } from './form-steps.ts';
import { fullYears } from './indian-time.ts';
import { openingFields } from './opening-fields.ts';
import { contentOf } from './page-text.ts';
import { revealedFields } from './revealed-fields.ts';
import type { Stage } from './stage.ts';

/** The form’s fields, and what they do with each other. */
export const applicationFields = (stage: Stage) =>
  describe('the fields', () => {
    openingFields(stage);
    revealedFields(stage);

    test('a district brings its own mandals and no others, and a second one its own', async () => {
      const { page } = (await emptyForm(stage)).screen;
      const call = async (name: string) =>
        ((await (await fetch(`${stage.portal.origin}/api/dashboard/${name}`)).json()) as { data: Row[] })
          .data;
      const [districts, mandals] = await Promise.all([call('getdistrict'), call('getmandals')]);
      for (const { id, distrct_nm } of [districts[3], districts[20]] as Row[]) {
        await choose(page, 'district', distrct_nm);
        const own = mandals
          .filter(({ district_list_id }) => district_list_id === id)
          .map((row) => row.mndl_nm);
        await page.waitForSelector(`select[name="mandal"] option[value="${own[0]}"]`);
        const offered = await page.$$eval('select[name="mandal"] option:not([value=""])', (options) =>
          options.map((option) => (option as HTMLOptionElement).value),
        );
        expect(offered.sort()).toEqual(own.sort());
      }
    });

    test('aadhar takes twelve digits and nothing else', async () => {
      const { page } = (await emptyForm(stage)).screen;
      await page.type('[name="aadhar"]', '12a34-5678 90123456');
      expect(await contentOf(page, 'aadhar')).toBe('123456789012');
    });

    test('age is the whole years from dob to today', async () => {
      const { page } = (await emptyForm(stage)).screen;
      await typeDay(page, 'dob', '1990-05-17');
      await page.waitForFunction(
        (years) => document.querySelector<HTMLInputElement>('[name="age"]')?.value === years,
        { timeout: scaledTimeout(5000) },
        fullYears('1990-05-17'),
      );
    });

    test('an Aadhaar that another application holds is told at its twelfth digit, and cleared', async () => {
      const holder = await stage.newcomer();
      await holder.call('submitapplicationform', await applicationForm(holder.person));
      const { screen } = await emptyForm(stage);
      await type(screen.page, 'aadhar', holder.person.aadhar.slice(0, 11));
      expect(screen.said.map(({ text }) => text)).not.toContain('Aadhar Number Already Exists');
      expect(await contentOf(screen.page, 'aadhar')).toHaveLength(11);
      await screen.page.focus('[name="aadhar"]');
      await screen.page.keyboard.press('End');
      await screen.page.keyboard.type(holder.person.aadhar.slice(11));
      await screen.hear('Aadhar Number Already Exists');
      await screen.page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('[name="aadhar"]')?.value === '',
      );
    });
  });

interface Row {
  readonly id: number;
  readonly distrct_nm: string;
  readonly mndl_nm: string;
  readonly district_list_id: number;
}
