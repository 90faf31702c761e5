import { press, reads } from '../e2e/browser.ts';
import { edit, newestOf } from '../e2e/history/application.ts';
import { examinationWith, failing, inTheDark } from './conditions.ts';
import type { Scene } from './scene.ts';

const PAST = '2024-06-02T00:00:00Z';

/** What is seen after submitting. */
export const historyScenes: readonly Scene[] = [
  { name: 'history-empty', title: 'No application yet', role: 'newcomer', path: '/ticket' },
  { name: 'history-unpaid', title: 'The history, unpaid', role: 'unpaid', path: '/ticket' },
  {
    name: 'history',
    title: 'The history, paid, with the ticket',
    role: 'paid',
    path: '/ticket',
    show: ({ page }) => page.waitForSelector('a[href^="/api/tickets/"]'),
  },
  {
    name: 'history-not-loaded',
    title: 'The history cannot be loaded',
    role: 'paid',
    path: '/ticket',
    before: failing('getticketsandprofile'),
    show: ({ page }) => reads(page, 'Try again'),
  },
  {
    name: 'history-edits-closed',
    title: 'After the last day for edits',
    role: 'paid',
    path: '/ticket',
    before: examinationWith({ edit_until: PAST }),
    show: async ({ page }) => {
      await press(page, 'Application Update');
      await reads(page, '02-06-2024');
    },
  },
  {
    name: 'view',
    title: 'One application',
    role: 'paid',
    path: '/ticket',
    show: async ({ page }) => {
      await press(page, 'View', 'main');
      await page.waitForSelector('dialog[open]');
    },
  },
  {
    name: 'view-versions',
    title: 'One application that was changed, with what changed when',
    role: 'paid',
    path: '/ticket',
    show: async ({ page, actor }) => {
      if (!actor) throw new Error('Nobody is signed in');
      const { application_id } = await newestOf(actor.session);
      await edit(actor.session, application_id, { name: 'Sita Rama Sastri', agamamu: 'శైవ' });
      await press(page, 'View', 'main');
      await page.waitForSelector('dialog .version').then((version) => version?.scrollIntoView());
    },
  },
  {
    name: 'update',
    title: 'Application Update',
    role: 'paid',
    path: '/ticket',
    show: async ({ page }) => {
      await press(page, 'Application Update');
      await page.waitForSelector('dialog[open] [name="father_name"]');
    },
  },
  {
    name: 'update-errors',
    title: 'An update with an empty name',
    role: 'paid',
    path: '/ticket',
    show: async ({ page }) => {
      await press(page, 'Application Update');
      await page.waitForSelector('dialog[open] [name="name"]');
      // Blanks are no name.
      await page.locator('dialog[open] [name="name"]').fill(' ');
      await press(page, 'Update Application', 'dialog');
      await page.waitForSelector('dialog[open] .summary');
    },
  },
  {
    name: 'payment-success',
    title: 'Payment status: success',
    role: 'paid',
    path: '/paymentstatus?order_id=:order',
  },
  {
    name: 'payment-success-dark',
    title: 'Payment status: success, in the dark',
    role: 'paid',
    path: '/paymentstatus?order_id=:order',
    before: inTheDark,
  },
  {
    name: 'payment-success-print',
    title: 'Payment status: success, on paper',
    onPaper: true,
    role: 'paid',
    path: '/paymentstatus?order_id=:order',
    show: ({ page }) => page.emulateMediaType('print'),
  },
  {
    name: 'payment-failed',
    title: 'Payment status: failed',
    role: 'failed',
    path: '/paymentstatus?order_id=:order',
  },
  {
    name: 'payment-cancelled',
    title: 'Payment status: cancelled',
    role: 'cancelled',
    path: '/paymentstatus?order_id=:order',
  },
  {
    name: 'payment-pending',
    title: 'Payment status: pending',
    role: 'unpaid',
    path: '/paymentstatus?order_id=:order',
  },
  {
    name: 'payment-asked',
    title: "Payment status: 'I was charged' has asked Razorpay",
    role: 'unpaid',
    path: '/paymentstatus?order_id=:order',
    show: async ({ page }) => {
      await press(page, 'I was charged');
      await reads(page, 'Razorpay was asked just now');
    },
  },
  {
    name: 'payment-twice',
    title: 'Payment status: paid twice, the second payment on its way back',
    role: 'twice',
    path: '/paymentstatus?order_id=:order',
    show: ({ page }) => page.waitForSelector('.attempt + .attempt'),
  },
  {
    name: 'payment-reversed',
    title: 'Payment status: the payment was given back, and the fee can be paid again',
    role: 'reversed',
    path: '/paymentstatus?order_id=:order',
    show: ({ page }) => page.waitForSelector('.attempt'),
  },
  {
    name: 'payment-question',
    title: "'Pay now' while an earlier payment is not known",
    role: 'at-bank',
    path: '/ticket',
    show: async ({ page }) => {
      await press(page, 'Pay now', 'main');
      await page.waitForSelector('dialog[open]');
    },
  },
  {
    name: 'view-payments',
    title: 'One application that was paid twice, with its payments',
    role: 'twice',
    path: '/ticket',
    show: async ({ page }) => {
      await press(page, 'View', 'main');
      await page.waitForSelector('dialog .attempt + .attempt');
      await page.$eval('dialog .attempts', (attempts) => attempts.scrollIntoView());
    },
  },
  {
    name: 'payment-unknown',
    title: 'An order that is not the applicant’s',
    role: 'paid',
    path: '/paymentstatus?order_id=order_Unknown0000000',
    show: ({ page }) => reads(page, 'not among your applications'),
  },
];
