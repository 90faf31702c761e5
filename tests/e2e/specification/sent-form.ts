import { describe, expect, test } from '@jest/globals';
import { clickControl } from '../browser.ts';
import { buildCompartmentalFields } from './compartmental.ts';
import type { BrowserEnvironment } from './environment.ts';
import { openDraftForm, uploadFile } from './form-steps.ts';
import { readNextBody } from './stub-calls.ts';

/** A field, and its value in the request of a compartmental Pravesa applicant with a draft. */
const SENT_FIELDS: readonly [field: string, value: unknown][] = [
  ['father_name', 'Venkata Sarma'],
  ['dob', '1990-05-17'],
  ['postal_address', '4-12, Temple Street, Chintapalle'],
  ['district', 'Alluri Sitharama Raju'],
  ['district_id', 1],
  ['mandal', 'Chintapalle'],
  ['mandal_id', 1],
  ['exam_type', '1'],
  ['exam_regular', '2'],
  ['pasthallticket', '20190042'],
  ['centre_district', 'Anakapalli'],
  ['centre_district_id', 2],
  ['agamamu', 'వైఖానస'],
  ['save_id', 1],
];
const INDICATORS = ['image_ind', 'birthcertificate_ind', 'perviouscertificate_ind', 'markmemos_ind'] as const;

/** The payload of the form's calls. */
export const sentForm = (environment: BrowserEnvironment) =>
  describe('the form sends', () => {
    let sentBody: Record<string, unknown>;
    environment.useSharedScreen(async () => {
      const { screen } = await openDraftForm(environment, await buildCompartmentalFields());
      const pendingBody = readNextBody(screen.page, 'saveapplicationform');
      await clickControl(screen.page, 'Save', 'main');
      sentBody = await pendingBody;
      return screen;
    });

    test.each(SENT_FIELDS)('%s as %j [S-3.8]', (field, value) => {
      expect(sentBody[field]).toEqual(value);
    });
    test.each(INDICATORS)('%s as 0 for a file that is unchanged [S-3.25]', (field) => {
      expect(sentBody[field]).toBe(0);
    });
    test.each([
      ['image', 'jpeg'],
      ['birthcertificate', 'pdf'],
      ['markmemos', 'pdf'],
    ])('%s as a list of one item, %s [S-3.23]', (field, filetype) => {
      expect(sentBody[field]).toEqual([{ document_id: expect.any(String), filetype }]);
    });
    test('language as JSON text of the chosen parts [S-3.11]', () => {
      expect(JSON.parse(String(sentBody.language))).toEqual([
        { language_id: 1, language: 'Sanskrit only' },
        { language_id: 3, language: 'Oral and Shushkruti' },
      ]);
    });
    test('a newly selected file with the indicator 1 [S-3.26]', async () => {
      const { screen } = await openDraftForm(environment);
      const { page } = screen;
      await clickControl(page, 'Remove', '.field:has([name="image"])');
      await uploadFile(page, 'image', environment.getFile('photo.png'));
      const pendingBody = readNextBody(page, 'saveapplicationform');
      await clickControl(page, 'Save', 'main');
      expect(await pendingBody).toMatchObject({ image_ind: 1, birthcertificate_ind: 0 });
    });
  });
