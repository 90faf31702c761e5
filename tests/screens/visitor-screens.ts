import { buildSignUp, createVisitorSession } from '@archaka/test-kit';
import { clickControl, typeInto, waitForText } from '../e2e/browser.ts';
import { changeExamination, failCall, holdCallForever, loseSlice, useDarkMode } from './conditions.ts';
import { createPersona } from './personas.ts';
import { at, type ScreenState } from './screen-state.ts';

const PAST = '2024-06-02T00:00:00Z';
const FUTURE = '2030-01-01T00:00:00Z';

/** Screens without a sign-in. */
export const visitorScreens: readonly ScreenState[] = [
  ...at({ persona: 'visitor', path: '/' }, [
    { name: 'home', title: 'The home page' },
    {
      name: 'home-dark',
      title: 'The home page in the dark',
      before: useDarkMode,
    },
    {
      name: 'home-before-opening',
      title: 'The home page before applications open',
      before: changeExamination({ opens: FUTURE }),
    },
    {
      name: 'home-after-closing',
      title: 'The home page after applications have closed',
      before: changeExamination({ closes: PAST, edit_until: PAST }),
    },
    {
      name: 'home-please-login',
      title: "'Please Login' when a visitor wants to edit",
      reachState: async ({ page }) => {
        await Promise.all([waitForText(page, 'Please Login'), clickControl(page, 'Edit Application')]);
      },
    },
  ]),
  ...at({ persona: 'visitor', path: '/#login' }, [
    {
      name: 'sign-in-wrong-number',
      title: 'A mobile number that is too short',
      reachState: async ({ page }) => {
        await typeInto(page, 'number', '98480');
        const isWarned = waitForText(page, 'Enter the Valid Mobile Number');
        await Promise.all([isWarned, clickControl(page, 'Request For OTP')]);
      },
    },
    {
      name: 'sign-in-otp',
      title: 'The input of the one-time password',
      reachState: async ({ page, portal }) => {
        const { session } = await createPersona(portal, 'newcomer');
        await typeInto(page, 'number', session.person.number);
        await clickControl(page, 'Request For OTP');
        await page.waitForSelector('[name="otp"]');
      },
    },
    {
      name: 'sign-in-too-many-digits',
      title: 'A number with too many digits',
      reachState: async ({ page }) => {
        await typeInto(page, 'number', '98480223384');
        await clickControl(page, 'Request For OTP');
        await page.waitForSelector('[name="number"][aria-invalid="true"]');
      },
    },
    {
      name: 'sign-in-confirm',
      title: 'The data of a sign-up in another browser',
      reachState: async ({ page, portal }) => {
        const other = createVisitorSession(portal.origin);
        await other.call('submitsignup', buildSignUp(other.person));
        const { number } = other.person;
        await typeInto(page, 'number', number);
        await clickControl(page, 'Request For OTP');
        await page.waitForSelector('[name="otp"]');
        const response = await other.fetch(`/dev/inbox?number=${number}`);
        const [newest] = (await response.json()) as { otp: string }[];
        await typeInto(page, 'otp', String(newest?.otp));
        await clickControl(page, 'Sign-In', 'main');
        await waitForText(page, 'Are these details yours?');
      },
    },
    {
      name: 'sign-up',
      title: 'Sign-up',
      reachState: async ({ page }) => {
        await clickControl(page, 'Sign-Up');
        await page.waitForSelector('dialog[open] [name="devasthanam"]');
      },
    },
    {
      name: 'sign-up-errors',
      title: 'Sign-up with empty fields',
      reachState: async ({ page }) => {
        await clickControl(page, 'Sign-Up');
        await clickControl(page, 'Sign-Up', 'dialog form');
        await page.waitForSelector('dialog .summary');
      },
    },
  ]),
  { name: 'verify', title: 'Where to scan a ticket', persona: 'visitor', path: '/verify' },
  { name: 'ready', title: "'Am I ready?'", persona: 'visitor', path: '/ready' },
  { name: 'history-signed-out', title: 'The history for a visitor', persona: 'visitor', path: '/ticket' },
  { name: 'my-data-signed-out', title: 'My data for a visitor', persona: 'visitor', path: '/my-data' },
  { name: 'policies', title: 'Privacy, terms, refund', persona: 'visitor', path: '/termsandpolicy' },
  { name: 'not-found', title: 'An unknown address', persona: 'visitor', path: '/no-such-page' },
  {
    name: 'slice-lost',
    title: 'A slice cannot be loaded',
    persona: 'visitor',
    path: '/',
    before: loseSlice('mf-auth'),
    reachState: ({ page }) => waitForText(page, 'Try again'),
  },
  ...at({ persona: 'visitor', path: '/#login' }, [
    {
      name: 'oops',
      title: 'A call has failed',
      before: failCall('submitsignup'),
      reachState: async ({ page }) => {
        await clickControl(page, 'Sign-Up');
        const formValues = {
          name: 'Sita Rama Sarma',
          email: 'sita@example.in',
          number: '9848012345',
          address: '4-12, Temple Street',
          devasthanam: 'Sri Venkateswara temple',
          landmark: 'Tank',
          town: 'Tirupati',
          pincode: '517501',
        };
        for (const [name, text] of Object.entries(formValues)) {
          await page.locator(`dialog [name="${name}"]`).fill(text);
        }
        await clickControl(page, 'Sign-Up', 'dialog form');
        await page.waitForSelector('[role="alertdialog"]');
      },
    },
    {
      name: 'loading',
      title: 'A call is running',
      isBusy: true,
      before: holdCallForever('websiteloginotp'),
      reachState: async ({ page }) => {
        await typeInto(page, 'number', '9848012345');
        await clickControl(page, 'Request For OTP');
        await page.waitForFunction(() => {
          const loader = document.querySelector('.loader:not(.loader-gone, .loader-startup)');
          return loader?.getAnimations().every(({ playState }) => playState === 'finished');
        });
      },
    },
  ]),
];
