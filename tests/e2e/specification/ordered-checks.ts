import { type ApplicantSession, applicationForm } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { press, tick, type } from '../browser.ts';
import { bodyOfNext } from './answers.ts';
import { draftForm, emptyForm, fillSteps, upload } from './form-steps.ts';
import type { Screen, Stage } from './stage.ts';
import { expectWithin, WARNING_MS } from './times.ts';

const CHECKS = [
  ['aadhar', 'Please Enter Aadhar'],
  ['name', 'Please Enter name'],
  ['father_name', 'Please Enter Father Name'],
  ['dob', 'Select Date of Birth'],
  ['birthcertificate', 'Please Upload Birth Certificate'],
  ['postal_address', 'Please Enter Postal Address'],
  ['district', 'Select the District'],
  ['mandal', 'Select the Mandal'],
  ['exam_type', 'Select the Exam Type'],
  ['exam_regular', 'Select the Regular or Compentment'],
  ['centre_district', 'Select the Centre district'],
  ['agamamu', 'Select the Agamamu'],
  ['image', 'Please upload Your photo'],
] as const;

/** Presses the button and waits for the warning that follows. */
async function warned(screen: Screen, button: string, words: string): Promise<void> {
  const since = await screen.page.evaluate(() => Date.now());
  await press(screen.page, button, 'main');
  await screen.hear(words, since);
}

/** The 18 checks, as the form says them. */
export const orderedChecks = (stage: Stage) =>
  describe('the ordered checks', () => {
    test.each(['Save', 'Confirm to Pay'])(
      '%s runs them one after the other, in order, and sends nothing',
      async (button) => {
        const { screen, session } = await emptyForm(stage);
        const steps = fillSteps(screen.page, session, stage);
        for (const [field, words] of CHECKS) {
          await warned(screen, button, words);
          await steps[field]();
        }
        expect((await session.call('getsaveformdata')).body.data).toEqual([]);
        expect((await session.call('getticketsandprofile')).body.data).toEqual([]);
      },
    );

    test('a warning stands top right for 2 s, and beside it the fields are marked and listed', async () => {
      const { screen } = await emptyForm(stage);
      await warned(screen, 'Save', 'Please Enter Aadhar');
      expect((await screen.hear('Please Enter Aadhar')).topRight).toBe(true);
      expectWithin(await screen.lasted('Please Enter Aadhar'), WARNING_MS);
      for (const [field] of CHECKS) await screen.page.waitForSelector(`[name="${field}"]`);
      const listed = await screen.page.$$eval('[role="alert"] a', (lines) =>
        lines.map((line) => line.textContent),
      );
      expect(listed).toHaveLength(CHECKS.length);
      CHECKS.forEach(([, words], at) => {
        expect(listed[at]).toContain(words);
      });
    });

    test('an Aadhaar of eleven digits is warned of', async () => {
      const { screen } = await emptyForm(stage);
      await type(screen.page, 'aadhar', '12345678901');
      await warned(screen, 'Save', 'Please Enter the valid Aadhar');
    });

    test.each(['2', '3'])('exam type %s without the previous certificate is warned of', async (exam_type) => {
      const { screen } = await draftForm(stage);
      await tick(screen.page, 'exam_type', exam_type);
      await warned(screen, 'Save', 'Upload the Pervious Certificate');
    });

    test('compartmental asks for hall ticket, marks memo and language, in this order', async () => {
      const { screen } = await draftForm(stage);
      await tick(screen.page, 'exam_regular', '2');
      await warned(screen, 'Save', 'Please Enter Postal Hall Ticket');
      await type(screen.page, 'pasthallticket', '2019');
      await warned(screen, 'Save', 'Upload the Marks Memos Certificate');
      await upload(screen.page, 'markmemos', stage.file('paper.pdf'));
      await warned(screen, 'Save', 'Select the Language');
      await tick(screen.page, 'language', '3');
      const sent = bodyOfNext(screen.page, 'saveapplicationform');
      await press(screen.page, 'Save', 'main');
      expect((await sent).language).toBe(
        JSON.stringify([{ language_id: 3, language: 'Oral and Shushkruti' }]),
      );
    });

    describe('in the update form', () => {
      const updating = async (own: Record<string, unknown> = {}) => {
        const session: ApplicantSession = await stage.newcomer();
        await session.call('submitapplicationform', await applicationForm(session.person, own));
        const screen = await stage.open('/ticket', { as: session });
        await press(screen.page, 'Application Update', 'main');
        await screen.page.waitForSelector('dialog[open] [name="father_name"]');
        return screen;
      };

      test('they run too', async () => {
        const screen = await updating();
        await type(screen.page, 'father_name', '', 'dialog[open]');
        await press(screen.page, 'Update Application', 'dialog[open]');
        await screen.hear('Please Enter Father Name');
      });

      test.each([
        ['2', 'Upload the Pervious Certificate .'],
        ['3', 'Upload the Pervious Certificate'],
      ])('type %s without the previous certificate is warned of: %s', async (exam_type, words) => {
        const screen = await updating();
        await screen.page.locator(`dialog[open] [name="exam_type"][value="${exam_type}"]`).click();
        await press(screen.page, 'Update Application', 'dialog[open]');
        await screen.hear(words);
      });
    });
  });
