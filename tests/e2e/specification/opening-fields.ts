import { describe, expect, test } from '@jest/globals';
import type { BrowserEnvironment } from './environment.ts';
import { openEmptyForm } from './form-steps.ts';
import { hasControl, readLabel, readValue } from './page-text.ts';
import { REVEALED_FIELDS } from './revealed-fields.ts';

/** A field, its kind, and its label in both languages. */
const FIELDS = [
  ['number', 'input', 'మొబైల్ నంబరు', 'Mobile number'],
  ['aadhar', 'input', 'ఆధార్ సంఖ్య', 'Aadhaar number'],
  ['name', 'input', 'పేరు', 'Name'],
  ['father_name', 'input', 'తండ్రి పేరు', "Father's name"],
  ['dob', 'input[type="date"]', 'పుట్టిన తేదీ', 'Date of birth'],
  ['age', 'input[readonly]', 'వయస్సు', 'Age'],
  ['postal_address', 'textarea', 'చిరునామా', 'Postal address'],
  ['district', 'select', 'జిల్లా', 'District'],
  ['mandal', 'select', 'మండలం', 'Mandal'],
  ['exam_type', 'input[type="radio"]', 'పరీక్ష రకం', 'Exam type'],
  ['exam_regular', 'input[type="radio"]', 'రెగ్యులర్', 'Regular or compartmental'],
  ['centre_district', 'select', 'పరీక్ష కేంద్రం జిల్లా', 'Centre district'],
  ['agamamu', 'select', 'ఆగమము', 'Agamamu'],
  ['amount', 'input[readonly]', 'రుసుము', 'Fee'],
  ['birthcertificate', 'input[type="file"]', 'జనన ధృవీకరణ పత్రం', 'Birth certificate'],
  ['image', 'input[type="file"]', 'ఫోటో', 'Photo'],
] as const;

const AGAMAS = [
  ['చాత్తాద శ్రీవైష్ణవ', 'Chathada Sri Vaishnava'],
  ['గ్రామదేవత', 'Gramadevata'],
  ['వీరశైవ', 'Veera Shaiva'],
  ['వైఖానస', 'Vaikhanasa'],
  ['వైదిక స్మార్త', 'Vaidika Smarta'],
  ['శైవ', 'Shaiva'],
  ['తంత్రసార', 'Tantrasara'],
  ['పాంచరాత్ర', 'Pancharatra'],
] as const;

/** Every field of the initial form. */
export const openingFields = (environment: BrowserEnvironment) =>
  describe('of the form as it opens', () => {
    const getForm = environment.useSharedScreen(async () => (await openEmptyForm(environment)).screen);
    const getPage = () => getForm().page;
    const readOptions = (name: string) =>
      getPage().$$eval(`select[name="${name}"] option:not([value=""])`, (options) =>
        options.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
      );

    test.each(FIELDS)('%s is a %s labelled %s, %s [S-1.2] [S-3.3]', async (name, kind, telugu, english) => {
      expect(await getPage().$(`${kind}[name="${name}"]`)).not.toBeNull();
      const label = await readLabel(getPage(), name);
      expect(label).toContain(telugu);
      expect(label).toContain(english);
    });

    test.each(REVEALED_FIELDS.map(([name]) => name))('%s is not there', async (name) => {
      expect(await hasControl(getPage(), name)).toBe(false);
    });

    test('number is the login’s, and read-only [S-3.1]', async () => {
      expect(await readValue(getPage(), 'number')).toMatch(/^\d{10}$/);
      expect(await readValue(getPage(), 'number')).toBe(
        await getPage().evaluate(() => localStorage.getItem('number')),
      );
      expect(await getPage().$('[name="number"][readonly]')).not.toBeNull();
    });
    test('dob goes to 2024-06-10 at the latest [S-3.4]', async () => {
      expect(await getPage().$eval('[name="dob"]', (box) => (box as HTMLInputElement).max)).toBe(
        '2024-06-10',
      );
    });
    test('amount is 100, and read-only [S-3.17] [S-9.1] [S-9.2]', async () => {
      expect(await getPage().$('[name="amount"][readonly]')).not.toBeNull();
      expect(await readValue(getPage(), 'amount')).toBe('100');
    });
    test('district offers the 26 districts, in Telugu and English', async () => {
      const districts = await readOptions('district');
      expect(districts).toHaveLength(26);
      for (const [, label] of districts) expect(label).toMatch(/[ఀ-౿].*[A-Za-z]/);
    });
    test('centre_district offers the 26 districts [S-3.14]', async () => {
      expect(await readOptions('centre_district')).toEqual(await readOptions('district'));
    });
    test('mandal offers nothing before a district is chosen [S-4.14]', async () => {
      expect(await readOptions('mandal')).toEqual([]);
    });
    test('agamamu offers eight agamas [S-3.15]', async () => {
      expect(await readOptions('agamamu')).toHaveLength(8);
    });
    test.each(AGAMAS)('agamamu offers %s (%s), by its Telugu name [S-3.16]', async (telugu, english) => {
      const offeredOptions = await readOptions('agamamu');
      expect(offeredOptions).toContainEqual([
        telugu,
        expect.stringMatching(new RegExp(`${telugu}.*${english}`)),
      ]);
    });
    test.each([
      ['exam_type', '1', 'ప్రవేశ', 'Pravesa'],
      ['exam_type', '2', 'వర', 'Vara'],
      ['exam_type', '3', 'ప్రవర', 'Pravara'],
      ['exam_regular', '1', 'రెగ్యులర్', 'Regular'],
      ['exam_regular', '2', 'కంపార్ట్‌మెంటల్', 'Compartmental'],
    ])('%s %s is %s, %s [S-3.9]', async (name, value, telugu, english) => {
      const label = await getPage().$eval(
        `[name="${name}"][value="${value}"]`,
        (box) => (box as HTMLInputElement).labels?.[0]?.textContent,
      );
      expect(label).toMatch(new RegExp(`${telugu}.*${english}`));
    });
  });
