import { press, reads, type } from '../e2e/browser.ts';
import { actorOf } from './cast.ts';
import { examinationWith, failing, hanging, inTheDark, lostSlice } from './conditions.ts';
import type { Scene } from './scene.ts';

const PAST = '2024-06-02T00:00:00Z';
const FUTURE = '2030-01-01T00:00:00Z';

/** What is seen without signing in. */
export const visitorScenes: readonly Scene[] = [
  { name: 'home', title: 'The home page', role: 'visitor', path: '/' },
  { name: 'home-dark', title: 'The home page in the dark', role: 'visitor', path: '/', before: inTheDark },
  {
    name: 'home-before-opening',
    title: 'The home page before applications open',
    role: 'visitor',
    path: '/',
    before: examinationWith({ opens: FUTURE }),
  },
  {
    name: 'home-after-closing',
    title: 'The home page after applications have closed',
    role: 'visitor',
    path: '/',
    before: examinationWith({ closes: PAST, edit_until: PAST }),
  },
  {
    name: 'home-please-login',
    title: "'Please Login' when a visitor wants to edit",
    role: 'visitor',
    path: '/',
    show: async ({ page }) => {
      await press(page, 'Edit Application');
      await reads(page, 'Please Login');
    },
  },
  {
    name: 'sign-in-wrong-number',
    title: 'A mobile number that is too short',
    role: 'visitor',
    path: '/#login',
    show: async ({ page }) => {
      await type(page, 'number', '98480');
      await press(page, 'Request For OTP');
      await reads(page, 'Enter the Valid Mobile Number');
    },
  },
  {
    name: 'sign-in-otp',
    title: 'The one-time password is asked for',
    role: 'visitor',
    path: '/#login',
    show: async ({ page, portal }) => {
      const { session } = await actorOf(portal, 'newcomer');
      await type(page, 'number', session.person.number);
      await press(page, 'Request For OTP');
      await page.waitForSelector('[name="otp"]');
    },
  },
  {
    name: 'sign-up',
    title: 'Sign-up',
    role: 'visitor',
    path: '/#login',
    show: async ({ page }) => {
      await press(page, 'Sign-Up');
      await page.waitForSelector('dialog[open] [name="devasthanam"]');
    },
  },
  {
    name: 'sign-up-errors',
    title: 'Sign-up with nothing filled in',
    role: 'visitor',
    path: '/#login',
    show: async ({ page }) => {
      await press(page, 'Sign-Up');
      await press(page, 'Sign-Up', 'dialog form');
      await page.waitForSelector('dialog .summary');
    },
  },
  { name: 'ready', title: "'Am I ready?'", role: 'visitor', path: '/ready' },
  { name: 'history-signed-out', title: 'The history for a visitor', role: 'visitor', path: '/ticket' },
  { name: 'policies', title: 'Privacy, terms, refund', role: 'visitor', path: '/termsandpolicy' },
  { name: 'not-found', title: 'An unknown address', role: 'visitor', path: '/no-such-page' },
  {
    name: 'slice-lost',
    title: 'A part of the portal cannot be fetched',
    role: 'visitor',
    path: '/',
    before: lostSlice('mf-auth'),
    show: ({ page }) => reads(page, 'Try again'),
  },
  {
    name: 'oops',
    title: 'A call has failed',
    role: 'visitor',
    path: '/#login',
    before: failing('submitsignup'),
    show: async ({ page }) => {
      await press(page, 'Sign-Up');
      const answers = {
        name: 'Sita Rama Sarma',
        email: 'sita@example.in',
        number: '9848012345',
        address: '4-12, Temple Street',
        devasthanam: 'Sri Venkateswara temple',
        landmark: 'Tank',
        town: 'Tirupati',
        pincode: '517501',
      };
      for (const [name, text] of Object.entries(answers)) {
        await page.locator(`dialog [name="${name}"]`).fill(text);
      }
      await press(page, 'Sign-Up', 'dialog form');
      await page.waitForSelector('[role="alertdialog"]');
    },
  },
  {
    name: 'loading',
    title: 'A call is running',
    busy: true,
    role: 'visitor',
    path: '/#login',
    before: hanging('websiteloginotp'),
    show: async ({ page }) => {
      await type(page, 'number', '9848012345');
      await press(page, 'Request For OTP');
      await page.waitForFunction(() => {
        const loader = document.querySelector('.loader:not(.loader-gone, .loader-startup)');
        return loader?.getAnimations().every(({ playState }) => playState === 'finished');
      });
    },
  },
];
