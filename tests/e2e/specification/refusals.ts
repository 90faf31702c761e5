import { applicant, applicationForm } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { press } from '../browser.ts';
import { answer } from './answers.ts';
import { draftForm, emptyForm } from './form-steps.ts';
import { contentOf } from './page-text.ts';
import type { Stage } from './stage.ts';
import { expectWithin, NOTICE_MS, WARNING_MS } from './times.ts';

const BUTTONS = [
  ['Save', 'saveapplicationform'],
  ['Confirm to Pay', 'paidSubmitapplicationform'],
] as const;
const MOBILE_TAKEN = 'Already Application registered this Mobile Number';
const AADHAAR_TAKEN = 'Already Application registered with this Aadhar';

/** What the portal says when it cannot do what was asked. */
export const refusals = (stage: Stage) =>
  describe('refusals', () => {
    describe.each(BUTTONS)('of %s', (button, call) => {
      const answered = async (http: number, body: object) => {
        const { screen } = await draftForm(stage);
        await answer(screen.page, call, http, body);
        await press(screen.page, button, 'main');
        return screen;
      };
      const loaderGone = () =>
        ![...document.querySelectorAll('[role="status"]')].some(
          (region) => getComputedStyle(region).position === 'fixed' && /Loading/.test(region.textContent),
        );

      test(`420 says ${MOBILE_TAKEN} for 2 s, and the loader goes`, async () => {
        const screen = await answered(200, { status: 420, message: MOBILE_TAKEN });
        expectWithin(await screen.lasted(MOBILE_TAKEN), WARNING_MS);
        await screen.page.waitForFunction(loaderGone);
      });
      test(`421 says ${AADHAAR_TAKEN} for 2 s`, async () => {
        const screen = await answered(200, { status: 421, message: AADHAAR_TAKEN });
        expectWithin(await screen.lasted(AADHAAR_TAKEN), WARNING_MS);
      });
      test('any other status opens the popup Error..!', async () => {
        await (await answered(200, { status: 422 })).hear('Error..!');
      });
      test('a call that fails opens Oops..., Something went wrong!, for 1.5 s', async () => {
        const screen = await answered(503, {});
        await screen.hear('Something went wrong!');
        expectWithin(await screen.lasted('Oops...'), NOTICE_MS);
      });
    });

    test('status 200 without an order says Invalid data please try again', async () => {
      const { screen } = await draftForm(stage);
      await answer(screen.page, 'paidSubmitapplicationform', 200, { status: 200, orderId: null });
      await press(screen.page, 'Confirm to Pay', 'main');
      expectWithin(await screen.lasted('Invalid data please try again'), WARNING_MS);
    });

    test('the services’ own 420 and 421 reach the applicant', async () => {
      const { screen, session, draft } = await draftForm(stage);
      const other = await stage.newcomer();
      await other.call(
        'submitapplicationform',
        await applicationForm({ ...other.person, aadhar: String(draft.aadhar) }),
      );
      await press(screen.page, 'Confirm to Pay', 'main');
      await screen.hear(AADHAAR_TAKEN);
      const { aadhar } = applicant();
      const submitted = await session.call(
        'submitapplicationform',
        await applicationForm({ ...session.person, aadhar }),
      );
      expect(submitted.body).toMatchObject({ status: 200 });
      await press(screen.page, 'Save', 'main');
      await screen.hear(MOBILE_TAKEN);
    });

    test('the history’s failure opens the alert too', async () => {
      const as = await stage.newcomer();
      const screen = await stage.open('/ticket', {
        as,
        before: (page) => answer(page, 'getticketsandprofile', 500),
      });
      await screen.hear('Oops...');
    });

    test('a duplicate Aadhaar is said for 2 s and the field is emptied', async () => {
      const { screen } = await emptyForm(stage);
      await answer(screen.page, 'checkaadhar', 200, { status: 421, message: 'Aadhar Number Already Exists' });
      await screen.page.type('[name="aadhar"]', '234567890123');
      expectWithin(await screen.lasted('Aadhar Number Already Exists'), WARNING_MS);
      expect(await contentOf(screen.page, 'aadhar')).toBe('');
    });
  });
