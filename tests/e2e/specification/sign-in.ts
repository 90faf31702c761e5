import { type ApplicantSession, signUp as signUpOf } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { press, type } from '../browser.ts';
import { answer } from './answers.ts';
import { contentOf, hasControl, labelOf } from './page-text.ts';
import type { Screen, Stage } from './stage.ts';
import { expectWithin, NOTICE_MS, WARNING_MS } from './times.ts';

/** Signing in on the home page, with every word it may meet. */
export const signIn = (stage: Stage) =>
  describe('signing in', () => {
    async function signedUp(): Promise<ApplicantSession> {
      const session = stage.visitor();
      await session.call('submitsignup', signUpOf(session.person));
      return session;
    }
    async function asked(): Promise<{ screen: Screen; session: ApplicantSession }> {
      const session = await signedUp();
      const screen = await stage.open('/');
      await type(screen.page, 'number', session.person.number);
      await press(screen.page, 'Request For OTP');
      await screen.hear('OTP Sent');
      await screen.page.waitForSelector('[name="otp"]');
      return { screen, session };
    }
    async function otpOf({ person, fetch }: ApplicantSession): Promise<string> {
      const [newest] = (await (await fetch(`/dev/inbox?number=${person.number}`)).json()) as {
        otp: string;
      }[];
      return newest?.otp ?? '';
    }

    test('the mobile number takes ten digits and nothing else', async () => {
      const { page } = await stage.open('/');
      await page.locator('[name="number"]').click();
      await page.keyboard.type('9a8-7 6543210123');
      expect(await contentOf(page, 'number')).toBe('9876543210');
      expect(await labelOf(page, 'number')).toMatch(/మొబైల్ నంబరు.*Mobile number/);
    });

    test.each([
      ['nothing', '', 'Enter The Mobile Number'],
      ['nine digits', '987654321', 'Enter the Valid Mobile Number'],
    ])('with %s as the number a warning stands top right for 2 s', async (_what, number, words) => {
      const screen = await stage.open('/');
      await type(screen.page, 'number', number);
      await press(screen.page, 'Request For OTP');
      expect((await screen.hear(words)).topRight).toBe(true);
      expectWithin(await screen.lasted(words), WARNING_MS);
      expect(await hasControl(screen.page, 'otp')).toBe(false);
    });

    test('a mobile nobody signed up with is told so for 2 s', async () => {
      const screen = await stage.open('/');
      await type(screen.page, 'number', stage.visitor().person.number);
      await press(screen.page, 'Request For OTP');
      expectWithin(await screen.lasted('This mobile Number Not registered'), WARNING_MS);
      expect(await hasControl(screen.page, 'otp')).toBe(false);
    });

    test('an OTP request that fails otherwise says error', async () => {
      const screen = await stage.open('/', { before: (page) => answer(page, 'websiteloginotp', 503) });
      await type(screen.page, 'number', '9876543210');
      await press(screen.page, 'Request For OTP');
      await screen.hear('error');
      expect(screen.said.map(({ text }) => text)).not.toContain('Oops...');
    });

    test('the OTP box appears when the OTP is sent, and the number cannot be changed any more', async () => {
      const screen = await stage.open('/');
      const { person } = await signedUp();
      await type(screen.page, 'number', person.number);
      expect(await hasControl(screen.page, 'otp')).toBe(false);
      await press(screen.page, 'Request For OTP');
      await screen.hear('OTP Sent');
      await screen.page.waitForSelector('[name="otp"]');
      expect(await screen.page.$('[name="number"][readonly]')).not.toBeNull();
      expect(await labelOf(screen.page, 'otp')).toMatch(/ఒకసారి వాడే పాస్‌వర్డ్.*One-time password/);
    });

    test('the OTP takes four digits and nothing else', async () => {
      const { page } = (await asked()).screen;
      await page.locator('[name="otp"]').click();
      await page.keyboard.type('1x2 3456');
      expect(await contentOf(page, 'otp')).toBe('1234');
    });

    test('without an OTP it asks for it', async () => {
      const { screen } = await asked();
      await press(screen.page, 'Sign-In', 'main');
      expectWithin(await screen.lasted('Please Enter otp'), WARNING_MS);
    });

    test('a wrong OTP is told, and nobody is signed in', async () => {
      const { screen, session } = await asked();
      await type(screen.page, 'otp', (await otpOf(session)) === '1111' ? '2222' : '1111');
      await press(screen.page, 'Sign-In', 'main');
      expectWithin(await screen.lasted('Enter the valid Otp'), WARNING_MS);
      expect(await screen.page.evaluate(() => localStorage.getItem('usr_id'))).toBeNull();
    });

    describe('with the right OTP', () => {
      const entered = async () => {
        const { screen, session } = await asked();
        await type(screen.page, 'otp', await otpOf(session));
        await press(screen.page, 'Sign-In', 'main');
        await screen.hear('Login Success');
        return { screen, session };
      };

      test('Login Success stands 1.5 s, then the page loads anew and shows the form', async () => {
        const { screen } = await entered();
        expect((await screen.hear('Login Success')).topRight).toBe(true);
        expectWithin(await screen.lasted('Login Success'), NOTICE_MS);
        expectWithin(await screen.leftAfter('Login Success'), NOTICE_MS);
        await screen.page.waitForSelector('[name="aadhar"]');
      });

      test('usr_id, name and number are stored', async () => {
        const { screen, session } = await entered();
        await screen.leftAfter('Login Success');
        await screen.page.waitForSelector('[name="aadhar"]');
        const stored = await screen.page.evaluate(() =>
          ['usr_id', 'name', 'number'].map((key) => localStorage.getItem(key)),
        );
        expect(stored).toEqual([expect.stringMatching(/./), session.person.name, session.person.number]);
      });
    });
  });
