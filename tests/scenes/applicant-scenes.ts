import { press, reads, tick } from '../e2e/browser.ts';
import { examinationWith, failing } from './conditions.ts';
import type { Scene } from './scene.ts';

const PAST = '2024-06-02T00:00:00Z';

/** What is seen on the way from the empty form to the checkout. */
export const applicantScenes: readonly Scene[] = [
  { name: 'form', title: 'The empty form', role: 'newcomer', path: '/#application-form' },
  {
    name: 'form-errors',
    title: 'Everything that is missing, in the summary and at its place',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page }) => {
      await press(page, 'Confirm to Pay');
      await page.waitForSelector('.summary');
      await page.waitForFunction(() => document.querySelector('.toast') === null);
    },
  },
  {
    name: 'form-vara-compartmental',
    title: 'What Vara and compartmental ask for besides',
    role: 'newcomer',
    path: '/#application-form',
    show: async ({ page }) => {
      await tick(page, 'exam_type', '2');
      await tick(page, 'exam_regular', '2');
      await page.waitForSelector('[name="language"]');
    },
  },
  {
    name: 'form-not-loaded',
    title: 'The form cannot be loaded',
    role: 'newcomer',
    path: '/#application-form',
    before: failing('getsaveformdata'),
    show: ({ page }) => reads(page, 'Try again'),
  },
  {
    name: 'form-closed',
    title: 'The form after applications have closed',
    role: 'newcomer',
    path: '/#application-form',
    before: examinationWith({ closes: PAST }),
  },
  { name: 'form-draft', title: 'The form with the saved draft', role: 'drafter', path: '/#application-form' },
  {
    name: 'pay',
    title: 'Submitted: read back, the ticket to be, and Pay now',
    role: 'drafter',
    path: '/#application-form',
    show: async ({ page }) => {
      await press(page, 'Confirm to Pay');
      await page.waitForSelector('.ticket-preview');
      await page.waitForFunction(() => document.querySelector('.toast') === null);
    },
  },
  {
    name: 'home-applied',
    title: 'The home page of one who has applied and not paid',
    role: 'unpaid',
    path: '/#application-form',
    show: ({ page }) => reads(page, 'Pay now'),
  },
  {
    name: 'logout',
    title: 'The question before logging out',
    role: 'newcomer',
    path: '/',
    show: async ({ page }) => {
      await press(page, 'Logout');
      await reads(page, 'You wanna to be logout !');
    },
  },
];
