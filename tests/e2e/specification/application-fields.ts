import { buildApplicationForm, scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { chooseOption, typeInto } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { openEmptyForm, typeDate } from './form-steps.ts';
import { openingFields } from './opening-fields.ts';
import { readValue } from './page-text.ts';
import { revealedFields } from './revealed-fields.ts';
import { calculateAge } from './times.ts';

/** The form’s fields and their dependencies. */
export const applicationFields = (environment: BrowserEnvironment) =>
  describe('the fields', () => {
    openingFields(environment);
    revealedFields(environment);

    const getScreen = environment.useSharedScreen(async () => (await openEmptyForm(environment)).screen);

    test('a district brings its own mandals and no others, and a second one its own [S-4.12]', async () => {
      const { page } = getScreen();
      const fetchList = async (name: string) =>
        (
          (await (await fetch(`${environment.portal.origin}/api/dashboard/${name}`)).json()) as {
            data: Row[];
          }
        ).data;
      const [districts, mandals] = await Promise.all([fetchList('getdistrict'), fetchList('getmandals')]);
      for (const { id, distrct_nm } of [districts[3], districts[20]] as Row[]) {
        await chooseOption(page, 'district', distrct_nm);
        const ownMandals = mandals
          .filter(({ district_list_id }) => district_list_id === id)
          .map((row) => row.mndl_nm);
        await page.waitForSelector(`select[name="mandal"] option[value="${ownMandals[0]}"]`);
        const offeredMandals = await page.$$eval('select[name="mandal"] option:not([value=""])', (options) =>
          options.map((option) => (option as HTMLOptionElement).value),
        );
        expect(offeredMandals.sort()).toEqual(ownMandals.sort());
      }
    });

    test('aadhar takes twelve digits and nothing else [S-3.2] [S-5.37]', async () => {
      const { page } = getScreen();
      await page.type('[name="aadhar"]', '12a34-5678 9012');
      expect(await readValue(page, 'aadhar')).toBe('123456789012');
    });

    test('age is the whole years from dob to today [S-3.5]', async () => {
      const { page } = getScreen();
      await typeDate(page, 'dob', '1990-05-17');
      await page.waitForFunction(
        (years) => document.querySelector<HTMLInputElement>('[name="age"]')?.value === years,
        { timeout: scaledTimeout(5000) },
        calculateAge('1990-05-17'),
      );
    });

    test('reports an Aadhaar that another application holds at its twelfth digit, and clears it [S-5.33]', async () => {
      const holder = await environment.registerApplicant();
      await holder.call('submitapplicationform', await buildApplicationForm(holder.person));
      const { screen } = await openEmptyForm(environment);
      await typeInto(screen.page, 'aadhar', holder.person.aadhar.slice(0, 11));
      expect(screen.announcements.map(({ text }) => text)).not.toContain('Aadhar Number Already Exists');
      expect(await readValue(screen.page, 'aadhar')).toHaveLength(11);
      await screen.page.focus('[name="aadhar"]');
      await screen.page.keyboard.press('End');
      await screen.page.keyboard.type(holder.person.aadhar.slice(11));
      await screen.waitForAnnouncement('Aadhar Number Already Exists');
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
