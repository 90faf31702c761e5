import { createVisitorSession, buildSignUp as signUpOf } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, typeInto } from '../browser.ts';
import type { BrowserEnvironment, Screen } from './environment.ts';
import { readControlNames, readLabel, readValue } from './page-text.ts';
import { expectWithin, WARNING_MS } from './times.ts';

const DIALOG = 'dialog[open]';
const FIELDS = ['name', 'email', 'number', 'address', 'devasthanam', 'landmark', 'town', 'pincode'] as const;

/** A field, its only wrong value, the warning, and the ids of its statements. */
const INVALID_INPUTS = [
  ['name', '', 'Please Enter name', '[S-5.45]'],
  ['email', '', 'Please Enter email', '[S-5.46]'],
  ['email', 'nobody', 'Please Enter Valid Email', '[S-5.47]'],
  ['number', '', 'Please Enter number', '[S-5.48]'],
  ['number', '98765', 'Please Check number', '[S-5.49]'],
  ['address', '', 'Please Enter address', '[S-5.50]'],
  ['devasthanam', '', 'Please Enter devasthanam', '[S-5.51]'],
  ['landmark', '', 'Please Enter landmark', '[S-5.52]'],
  ['town', '', 'Please Enter town', '[S-5.53]'],
  ['pincode', '', 'Please Enter pincode', '[S-5.54]'],
  ['pincode', '5175', 'Please Check Pincode', '[S-5.55] [S-9.7]'],
] as const;

/** The sign-up modal. */
export const signUp = (environment: BrowserEnvironment) =>
  describe('signing up', () => {
    async function openSignUp(): Promise<Screen> {
      const screen = await environment.open('/');
      await clickControl(screen.page, 'Sign-Up');
      await screen.page.waitForSelector(`${DIALOG} [name="pincode"]`);
      return screen;
    }
    /** Types the values that differ from the current ones. */
    async function fillForm(page: Page, values: Record<string, unknown>): Promise<void> {
      for (const field of FIELDS) {
        const value = String(values[field]);
        if ((await readValue(page, field, DIALOG)) !== value) await typeInto(page, field, value, DIALOG);
      }
    }
    async function sendForm(screen: Screen): Promise<number> {
      const since = await screen.page.evaluate(() => Date.now());
      await clickControl(screen.page, 'Sign-Up', DIALOG);
      return since;
    }

    describe('the modal', () => {
      const validForm = signUpOf(environment.createVisitor().person);
      const screen = environment.useSharedScreen(openSignUp);

      test.each(FIELDS)('asks for %s [S-3.31]', async (field) => {
        expect(await readLabel(screen().page, field, DIALOG)).toMatch(/[ఀ-౿].*[A-Za-z]/);
      });

      test('opens by the Sign-Up button and is sent by one [S-2.28]', async () => {
        expect((await readControlNames(screen().page, DIALOG)).join()).toMatch(/Sign-Up/);
      });

      test.each(INVALID_INPUTS)('%s %j is warned of: %s %s', async (field, value, message, _ids) => {
        await fillForm(screen().page, { ...validForm, [field]: value });
        await screen().waitForAnnouncement(message, await sendForm(screen()));
      });

      test('number and pincode take digits only, ten and six of them [S-5.40]', async () => {
        const { page } = screen();
        await typeInto(page, 'number', '1a2b3c4d5e6f7g8h9i0j', DIALOG);
        await typeInto(page, 'pincode', '1a2b3c4d5e6f', DIALOG);
        expect(await readValue(page, 'number', DIALOG)).toBe('1234567890');
        expect(await readValue(page, 'pincode', DIALOG)).toBe('123456');
      });
    });

    test('the checks speak one after the other, in order, each for 2 s [S-5.44]', async () => {
      const screen = await openSignUp();
      const validForm = signUpOf(environment.createVisitor().person);
      const values: Record<string, unknown> = Object.fromEntries(FIELDS.map((field) => [field, '']));
      const shownMessages: string[] = [];
      for (const [field, value, message] of INVALID_INPUTS) {
        await fillForm(screen.page, { ...values, [field]: value });
        await screen.waitForAnnouncement(message, await sendForm(screen));
        shownMessages.push(message);
        if (
          !INVALID_INPUTS.some(
            (laterInput) => laterInput[0] === field && !shownMessages.includes(laterInput[2]),
          )
        )
          values[field] = validForm[field];
      }
      expectWithin(await screen.waitUntilGone('Please Check Pincode'), WARNING_MS);
    });

    describe('a whole form', () => {
      const { person } = environment.createVisitor();
      const someone = environment.createVisitor();
      const existingForm = signUpOf(someone.person);
      const screen = environment.useSharedScreen(async () => {
        await someone.call('submitsignup', existingForm);
        await someone.signIn();
        return openSignUp();
      });

      test.each([
        ['a mobile', { number: existingForm.number }, 'Mobile Number Already Exists'],
        ['an e-mail', { email: existingForm.email }, 'Email Already Exists'],
      ])('with %s that has an account already is told so [S-8.5]', async (_which, duplicate, message) => {
        await fillForm(screen().page, { ...signUpOf(person), ...duplicate });
        await sendForm(screen());
        expectWithin(await screen().waitUntilGone(message), WARNING_MS);
      });

      test('opens an account: Sign-Up Success, and the modal closes [S-8.17]', async () => {
        await fillForm(screen().page, signUpOf(person));
        await sendForm(screen());
        await screen().waitForAnnouncement('Sign-Up Success');
        await screen().page.waitForSelector(DIALOG, { hidden: true });
        expect(await createVisitorSession(environment.portal.origin, person).signIn()).toMatch(/./);
      });
    });
  });
