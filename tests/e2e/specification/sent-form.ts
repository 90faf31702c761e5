import { describe, expect, test } from '@jest/globals';
import { press } from '../browser.ts';
import { bodyOfNext } from './answers.ts';
import { compartmental } from './compartmental.ts';
import { draftForm, upload } from './form-steps.ts';
import type { Stage } from './stage.ts';

/** A field, and what the form of a compartmental Pravesa applicant with a draft sends in it. */
const SENT: readonly [field: string, value: unknown][] = [
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
  ['image_ind', 0],
  ['birthcertificate_ind', 0],
  ['perviouscertificate_ind', 0],
  ['markmemos_ind', 0],
];

/** The payload of the form's calls. */
export const sentForm = (stage: Stage) =>
  describe('the form sends', () => {
    let sent: Record<string, unknown>;
    stage.shared(async () => {
      const { screen } = await draftForm(stage, await compartmental());
      const body = bodyOfNext(screen.page, 'saveapplicationform');
      await press(screen.page, 'Save', 'main');
      sent = await body;
      return screen;
    });

    test.each(SENT)('%s as %j', (field, value) => {
      expect(sent[field]).toEqual(value);
    });
    test.each([
      ['image', 'jpeg'],
      ['birthcertificate', 'pdf'],
      ['markmemos', 'pdf'],
    ])('%s as a list of one item, %s', (field, filetype) => {
      expect(sent[field]).toEqual([{ document_id: expect.any(String), filetype }]);
    });
    test('language as JSON text of the chosen parts', () => {
      expect(JSON.parse(String(sent.language))).toEqual([
        { language_id: 1, language: 'Sanskrit only' },
        { language_id: 3, language: 'Oral and Shushkruti' },
      ]);
    });
    test('a file that was picked anew with the indicator 1', async () => {
      const { screen } = await draftForm(stage);
      const { page } = screen;
      await press(page, 'Remove', '.field:has([name="image"])');
      await upload(page, 'image', stage.file('photo.png'));
      const body = bodyOfNext(page, 'saveapplicationform');
      await press(page, 'Save', 'main');
      expect(await body).toMatchObject({ image_ind: 1, birthcertificate_ind: 0 });
    });
  });
