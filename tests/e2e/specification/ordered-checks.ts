import { buildApplicationForm } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, tickBox, typeInto } from '../browser.ts';
import type { BrowserEnvironment, Screen } from './environment.ts';
import { createFillSteps, openDraftForm, openEmptyForm, uploadFile } from './form-steps.ts';
import { readNextBody } from './stub-calls.ts';
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

/** Presses the button and waits for the next warning. */
async function expectWarning(screen: Screen, button: string, message: string): Promise<void> {
  const since = await screen.page.evaluate(() => Date.now());
  await clickControl(screen.page, button, 'main');
  await screen.waitForAnnouncement(message, since);
}

/** The form's messages of the 18 checks. */
export const orderedChecks = (environment: BrowserEnvironment) =>
  describe('the ordered checks', () => {
    test.each(['Save', 'Confirm to Pay'])(
      '%s runs them one after the other, in order, and sends nothing [S-5.1]',
      async (button) => {
        const { screen, session } = await openEmptyForm(environment);
        const steps = createFillSteps(screen.page, session, environment);
        for (const [field, message] of CHECKS) {
          await expectWarning(screen, button, message);
          await steps[field]();
        }
        expect((await session.call('getsaveformdata')).body.data).toEqual([]);
        expect((await session.call('getticketsandprofile')).body.data).toEqual([]);
      },
    );

    test('a warning stands top right for 2 s, and beside it the fields are marked and listed [S-5.4] [S-8.22] [S-9.16]', async () => {
      const { screen } = await openEmptyForm(environment);
      await expectWarning(screen, 'Save', 'Please Enter Aadhar');
      expect((await screen.waitForAnnouncement('Please Enter Aadhar')).isTopRight).toBe(true);
      expectWithin(await screen.waitUntilGone('Please Enter Aadhar'), WARNING_MS);
      for (const [field] of CHECKS) await screen.page.waitForSelector(`[name="${field}"]`);
      const listedWarnings = await screen.page.$$eval('[role="alert"] a', (lines) =>
        lines.map((line) => line.textContent),
      );
      expect(listedWarnings).toHaveLength(CHECKS.length);
      CHECKS.forEach(([, message], index) => {
        expect(listedWarnings[index]).toContain(message);
      });
    });

    test('an Aadhaar of eleven digits is warned of [S-5.8]', async () => {
      const { screen } = await openEmptyForm(environment);
      await typeInto(screen.page, 'aadhar', '12345678901');
      await expectWarning(screen, 'Save', 'Please Enter the valid Aadhar');
    });

    test('exam types 2 and 3 without the previous certificate are warned of [S-5.19]', async () => {
      const { screen } = await openDraftForm(environment);
      for (const exam_type of ['2', '3']) {
        await tickBox(screen.page, 'exam_type', exam_type);
        const since = await screen.page.evaluate(() => Date.now());
        await expectWarning(screen, 'Save', 'Upload the Pervious Certificate');
        await screen.waitUntilGone('Upload the Pervious Certificate', since);
      }
    });

    test('compartmental asks for hall ticket, marks memo and language, in this order [S-3.12] [S-5.22] [S-5.23] [S-5.24]', async () => {
      const { screen } = await openDraftForm(environment);
      await tickBox(screen.page, 'exam_regular', '2');
      await expectWarning(screen, 'Save', 'Please Enter Postal Hall Ticket');
      await typeInto(screen.page, 'pasthallticket', '2019');
      await expectWarning(screen, 'Save', 'Upload the Marks Memos Certificate');
      await uploadFile(screen.page, 'markmemos', environment.getFile('paper.pdf'));
      await expectWarning(screen, 'Save', 'Select the Language');
      await tickBox(screen.page, 'language', '3');
      const sent = readNextBody(screen.page, 'saveapplicationform');
      await clickControl(screen.page, 'Save', 'main');
      expect((await sent).language).toBe(
        JSON.stringify([{ language_id: 3, language: 'Oral and Shushkruti' }]),
      );
    });

    describe('in the update form', () => {
      const getScreen = environment.useSharedScreen(async () => {
        const session = await environment.registerApplicant();
        await session.call('submitapplicationform', await buildApplicationForm(session.person));
        const screen = await environment.open('/ticket', { session });
        await clickControl(screen.page, 'Application Update', 'main');
        await screen.page.waitForSelector('dialog[open] [name="father_name"]');
        return screen;
      });

      test.each([
        ['2', 'Upload the Pervious Certificate .'],
        ['3', 'Upload the Pervious Certificate'],
      ])('type %s without the previous certificate is warned of: %s [S-5.20]', async (exam_type, message) => {
        const { page, waitForAnnouncement } = getScreen();
        await page.locator(`dialog[open] [name="exam_type"][value="${exam_type}"]`).click();
        await clickControl(page, 'Update Application', 'dialog[open]');
        await waitForAnnouncement(message);
      });

      test('they run too [S-4.30] [S-5.3]', async () => {
        const { page, waitForAnnouncement } = getScreen();
        await typeInto(page, 'father_name', '', 'dialog[open]');
        await clickControl(page, 'Update Application', 'dialog[open]');
        await waitForAnnouncement('Please Enter Father Name');
      });
    });
  });
