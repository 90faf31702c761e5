import { type ApplicantSession, buildSignUp as signUpOf } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { clickControl, typeInto } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { hasControl, readLabel, readValue } from './page-text.ts';
import { stubCall } from './stub-calls.ts';
import { expectWithin, NOTICE_MS, WARNING_MS } from './times.ts';

/** Signing in on the home page, with all its messages. */
export const signIn = (environment: BrowserEnvironment) =>
  describe('signing in', () => {
    async function signUpVisitor(): Promise<ApplicantSession> {
      const session = environment.createVisitor();
      await session.call('submitsignup', signUpOf(session.person));
      // Otherwise the page asks to confirm a sign-up of another browser.
      await session.signIn();
      return session;
    }
    async function readOtp({ person, fetch }: ApplicantSession): Promise<string> {
      const [newest] = (await (await fetch(`/dev/inbox?number=${person.number}`)).json()) as {
        otp: string;
      }[];
      return newest?.otp ?? '';
    }

    describe('the number', () => {
      const getScreen = environment.useSharedScreen(() => environment.open('/'));

      test('takes ten digits and nothing else [S-2.17] [S-5.36]', async () => {
        const { page } = getScreen();
        await page.locator('[name="number"]').click();
        await page.keyboard.type('9a8-7 6543210');
        expect(await readValue(page, 'number')).toBe('9876543210');
        expect(await readLabel(page, 'number')).toMatch(/మొబైల్ నంబరు.*Mobile number/);
      });

      test.each([
        ['nothing', '', 'Enter The Mobile Number'],
        ['nine digits', '987654321', 'Enter the Valid Mobile Number'],
      ])(
        'when it is %s, a warning stands top right for 2 s [S-5.41] [S-8.21]',
        async (_what, number, message) => {
          const screen = getScreen();
          await typeInto(screen.page, 'number', number);
          await clickControl(screen.page, 'Request For OTP');
          expect((await screen.waitForAnnouncement(message)).isTopRight).toBe(true);
          expectWithin(await screen.waitUntilGone(message), WARNING_MS);
          expect(await hasControl(screen.page, 'otp')).toBe(false);
        },
      );

      test('an unregistered number is reported for 2 s [S-8.3]', async () => {
        const screen = getScreen();
        await typeInto(screen.page, 'number', environment.createVisitor().person.number);
        await clickControl(screen.page, 'Request For OTP');
        expectWithin(await screen.waitUntilGone('This mobile Number Not registered'), WARNING_MS);
        expect(await hasControl(screen.page, 'otp')).toBe(false);
      });
    });

    test('an OTP request that fails otherwise says error [S-8.4]', async () => {
      const screen = await environment.open('/', {
        before: (page) => stubCall(page, 'websiteloginotp', 503),
      });
      await typeInto(screen.page, 'number', '9876543210');
      await clickControl(screen.page, 'Request For OTP');
      await screen.waitForAnnouncement('error');
      expect(screen.announcements.map(({ text }) => text)).not.toContain('Oops...');
    });

    describe('the OTP box', () => {
      let session: ApplicantSession;
      const getScreen = environment.useSharedScreen(async () => {
        session = await signUpVisitor();
        const screen = await environment.open('/');
        await typeInto(screen.page, 'number', session.person.number);
        return screen;
      });

      test('appears when the OTP is sent, and the number cannot be changed any more [S-2.19] [S-3.32] [S-4.1] [S-8.15]', async () => {
        const { page, waitForAnnouncement } = getScreen();
        expect(await hasControl(page, 'otp')).toBe(false);
        await clickControl(page, 'Request For OTP');
        await waitForAnnouncement('OTP Sent');
        await page.waitForSelector('[name="otp"]');
        expect(await page.$('[name="number"][readonly]')).not.toBeNull();
        expect(await readLabel(page, 'otp')).toMatch(/ఒకసారి వాడే పాస్‌వర్డ్.*One-time password/);
      });

      test('is asked for when it is empty [S-5.42]', async () => {
        await clickControl(getScreen().page, 'Sign-In', 'main');
        expectWithin(await getScreen().waitUntilGone('Please Enter otp'), WARNING_MS);
      });

      test('takes four digits and nothing else [S-2.18] [S-5.38]', async () => {
        const { page } = getScreen();
        await page.locator('[name="otp"]').click();
        await page.keyboard.type('1x2 34');
        expect(await readValue(page, 'otp')).toBe('1234');
      });

      test('with a wrong OTP reports it and signs no one in [S-5.43]', async () => {
        const { page, waitUntilGone } = getScreen();
        await typeInto(page, 'otp', (await readOtp(session)) === '1111' ? '2222' : '1111');
        await clickControl(page, 'Sign-In', 'main');
        expectWithin(await waitUntilGone('Enter the valid Otp'), WARNING_MS);
        expect(await page.evaluate(() => localStorage.getItem('usr_id'))).toBeNull();
      });

      test('with the right OTP says Login Success for 1.5 s, then the page reloads, shows the form and stores usr_id, name and number [S-2.20] [S-2.24] [S-3.35] [S-4.2] [S-4.3] [S-8.16] [S-9.14]', async () => {
        const { page, waitForAnnouncement, waitUntilGone, waitUntilLeft } = getScreen();
        await typeInto(page, 'otp', await readOtp(session));
        await clickControl(page, 'Sign-In', 'main');
        expect((await waitForAnnouncement('Login Success')).isTopRight).toBe(true);
        expectWithin(await waitUntilGone('Login Success'), NOTICE_MS);
        expectWithin(await waitUntilLeft('Login Success'), NOTICE_MS);
        await page.waitForSelector('[name="aadhar"]');
        const storedValues = await page.evaluate(() =>
          ['usr_id', 'name', 'number'].map((key) => localStorage.getItem(key)),
        );
        expect(storedValues).toEqual([
          expect.stringMatching(/./),
          session.person.name,
          session.person.number,
        ]);
      });
    });
  });
