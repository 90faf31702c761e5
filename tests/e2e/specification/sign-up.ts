import { signUp as signUpOf } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { press, type } from '../browser.ts';
import { contentOf, labelOf, namesIn } from './page-text.ts';
import type { Screen, Stage } from './stage.ts';
import { expectWithin, WARNING_MS } from './times.ts';

const DIALOG = 'dialog[open]';
const FIELDS = ['name', 'email', 'number', 'address', 'devasthanam', 'landmark', 'town', 'pincode'] as const;

/** A field, what stands in it while all others are right, and the warning. */
const WRONG = [
  ['name', '', 'Please Enter name'],
  ['email', '', 'Please Enter email'],
  ['email', 'nobody', 'Please Enter Valid Email'],
  ['number', '', 'Please Enter number'],
  ['number', '98765', 'Please Check number'],
  ['address', '', 'Please Enter address'],
  ['devasthanam', '', 'Please Enter devasthanam'],
  ['landmark', '', 'Please Enter landmark'],
  ['town', '', 'Please Enter town'],
  ['pincode', '', 'Please Enter pincode'],
  ['pincode', '5175', 'Please Check Pincode'],
] as const;

/** The sign-up modal. */
export const signUp = (stage: Stage) =>
  describe('signing up', () => {
    async function opened(): Promise<Screen> {
      const screen = await stage.open('/');
      await press(screen.page, 'Sign-Up');
      await screen.page.waitForSelector(`${DIALOG} [name="pincode"]`);
      return screen;
    }
    async function fill(page: Page, values: Record<string, unknown>): Promise<void> {
      for (const field of FIELDS) {
        await type(page, field, String(values[field]), DIALOG);
      }
    }
    async function send(screen: Screen): Promise<number> {
      const since = await screen.page.evaluate(() => Date.now());
      await screen.page.click(`${DIALOG} [type="submit"]`);
      return since;
    }

    describe('the modal', () => {
      const screen = stage.shared(opened);

      test.each(FIELDS)('asks for %s', async (field) => {
        expect(await labelOf(screen().page, field, DIALOG)).toMatch(/[ఀ-౿].*[A-Za-z]/);
      });

      test('opens by the Sign-Up button and is sent by one', async () => {
        expect((await namesIn(screen().page, DIALOG)).join()).toMatch(/Sign-Up/);
      });

      test.each(WRONG)('%s %j is warned of: %s', async (field, value, words) => {
        await fill(screen().page, { ...signUpOf(stage.visitor().person), [field]: value });
        await screen().hear(words, await send(screen()));
      });
    });

    test('the checks speak one after the other, in order, each for 2 s', async () => {
      const screen = await opened();
      const right = signUpOf(stage.visitor().person);
      const values: Record<string, unknown> = Object.fromEntries(FIELDS.map((field) => [field, '']));
      const heard: string[] = [];
      for (const [field, value, words] of WRONG) {
        await fill(screen.page, { ...values, [field]: value });
        await screen.hear(words, await send(screen));
        heard.push(words);
        if (!WRONG.some((later) => later[0] === field && !heard.includes(later[2])))
          values[field] = right[field];
      }
      expectWithin(await screen.lasted('Please Check Pincode'), WARNING_MS);
    });

    test('number and pincode take digits only, ten and six of them', async () => {
      const { page } = await opened();
      for (const field of ['number', 'pincode']) {
        await page.locator(`${DIALOG} [name="${field}"]`).click();
        await page.keyboard.type('1a2b3c4d5e6f7g8h9i0j1k2');
      }
      expect(await contentOf(page, 'number', DIALOG)).toBe('1234567890');
      expect(await contentOf(page, 'pincode', DIALOG)).toBe('123456');
    });

    test('a whole form opens an account: Sign-Up Success, and the modal closes', async () => {
      const screen = await opened();
      const session = stage.visitor();
      await fill(screen.page, signUpOf(session.person));
      await send(screen);
      await screen.hear('Sign-Up Success');
      await screen.page.waitForSelector(DIALOG, { hidden: true });
      expect(await session.signIn()).toMatch(/./);
    });

    test.each([
      ['a mobile', 'Mobile Number Already Exists'],
      ['an e-mail', 'Email Already Exists'],
    ])('%s that has an account already is told', async (what, words) => {
      const someone = stage.visitor();
      const taken = signUpOf(someone.person);
      await someone.call('submitsignup', taken);
      await someone.signIn();
      const own = signUpOf(stage.visitor().person);
      const screen = await opened();
      const same = what === 'a mobile' ? { number: taken.number } : { email: taken.email };
      await fill(screen.page, { ...own, ...same });
      await send(screen);
      expectWithin(await screen.lasted(words), WARNING_MS);
    });
  });
