import { buildApplicant, buildApplicationForm } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { openDraftForm, openEmptyForm } from './form-steps.ts';
import { readValue } from './page-text.ts';
import { stubCall } from './stub-calls.ts';
import { expectWithin, NOTICE_MS, WARNING_MS } from './times.ts';

const BUTTONS = [
  ['Save', 'saveapplicationform'],
  ['Confirm to Pay', 'paidSubmitapplicationform'],
] as const;
const MOBILE_CONFLICT = 'Already Application registered this Mobile Number';
const AADHAAR_CONFLICT = 'Already Application registered with this Aadhar';

/** The portal's error messages. */
export const errorMessages = (environment: BrowserEnvironment) =>
  describe('refusals', () => {
    describe.each(BUTTONS)('of %s', (button, call) => {
      let respondWith: (http: number, body?: object) => void;
      const getScreen = environment.useSharedScreen(async () => {
        const { screen } = await openDraftForm(environment);
        respondWith = await stubCall(screen.page, call, 200);
        return screen;
      });
      const clickWithResponse = async (http: number, body: object) => {
        respondWith(http, body);
        await clickControl(getScreen().page, button, 'main');
        return getScreen();
      };
      const waitForLoaderGone = () =>
        ![...document.querySelectorAll('[role="status"]')].some(
          (region) => getComputedStyle(region).position === 'fixed' && /Loading/.test(region.textContent),
        );

      test(`420 says ${MOBILE_CONFLICT} for 2 s, and the loader goes [S-8.6]`, async () => {
        const screen = await clickWithResponse(200, { status: 420, message: MOBILE_CONFLICT });
        expectWithin(await screen.waitUntilGone(MOBILE_CONFLICT), WARNING_MS);
        await screen.page.waitForFunction(waitForLoaderGone);
      });
      test(`421 says ${AADHAAR_CONFLICT} for 2 s [S-8.7]`, async () => {
        const screen = await clickWithResponse(200, { status: 421, message: AADHAAR_CONFLICT });
        expectWithin(await screen.waitUntilGone(AADHAAR_CONFLICT), WARNING_MS);
      });
      test('a call that fails opens Oops..., Something went wrong!, for 1.5 s [S-8.1] [S-9.15]', async () => {
        const screen = await clickWithResponse(503, {});
        await screen.waitForAnnouncement('Something went wrong!');
        expectWithin(await screen.waitUntilGone('Oops...'), NOTICE_MS);
      });
      test('any other status opens the popup Error..! [S-8.8]', async () => {
        await (await clickWithResponse(200, { status: 422 })).waitForAnnouncement('Error..!');
      });
    });

    test('status 200 without an order says Invalid data please try again [S-8.11]', async () => {
      const { screen } = await openDraftForm(environment);
      await stubCall(screen.page, 'paidSubmitapplicationform', 200, { status: 200, orderId: null });
      await clickControl(screen.page, 'Confirm to Pay', 'main');
      expectWithin(await screen.waitUntilGone('Invalid data please try again'), WARNING_MS);
    });

    test('the services’ own 420 and 421 reach the applicant [S-8.9]', async () => {
      const { screen, session, draft } = await openDraftForm(environment);
      const otherSession = await environment.registerApplicant();
      await otherSession.call(
        'submitapplicationform',
        await buildApplicationForm({ ...otherSession.person, aadhar: String(draft.aadhar) }),
      );
      await clickControl(screen.page, 'Confirm to Pay', 'main');
      await screen.waitForAnnouncement(AADHAAR_CONFLICT);
      const { aadhar } = buildApplicant();
      const submitted = await session.call(
        'submitapplicationform',
        await buildApplicationForm({ ...session.person, aadhar }),
      );
      expect(submitted.body).toMatchObject({ status: 200 });
      await clickControl(screen.page, 'Save', 'main');
      await screen.waitForAnnouncement(MOBILE_CONFLICT);
    });

    test('the history’s failure opens the alert too [S-8.2]', async () => {
      const session = await environment.registerApplicant();
      const screen = await environment.open('/ticket', {
        session,
        before: (page) => stubCall(page, 'getticketsandprofile', 500),
      });
      await screen.waitForAnnouncement('Oops...');
    });

    test('a duplicate Aadhaar is said for 2 s and the field is emptied [S-5.34] [S-8.10]', async () => {
      const { screen } = await openEmptyForm(environment);
      await stubCall(screen.page, 'checkaadhar', 200, {
        status: 421,
        message: 'Aadhar Number Already Exists',
      });
      await screen.page.type('[name="aadhar"]', '234567890123');
      expectWithin(await screen.waitUntilGone('Aadhar Number Already Exists'), WARNING_MS);
      expect(await readValue(screen.page, 'aadhar')).toBe('');
    });
  });
