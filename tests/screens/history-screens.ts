import { clickControl, waitForText } from '../e2e/browser.ts';
import { editApplication, readNewestRecord } from '../e2e/history/application.ts';
import { changeExamination, failCall, useDarkMode } from './conditions.ts';
import { at, type ScreenState } from './screen-state.ts';

const PAST = '2024-06-02T00:00:00Z';

/** Screens after the submission. */
export const historyScreens: readonly ScreenState[] = [
  {
    name: 'my-data',
    title: 'The data that is stored about the applicant',
    persona: 'paid',
    path: '/my-data',
    reachState: ({ page }) => waitForText(page, 'ARC24-'),
  },
  { name: 'history-empty', title: 'No application yet', persona: 'newcomer', path: '/ticket' },
  { name: 'history-unpaid', title: 'The history, unpaid', persona: 'unpaid', path: '/ticket' },
  ...at({ persona: 'paid', path: '/ticket' }, [
    {
      name: 'history',
      title: 'The history, paid, with the ticket',
      reachState: ({ page }) => page.waitForSelector('a[href^="/api/tickets/"]'),
    },
    {
      name: 'history-not-loaded',
      title: 'The history cannot be loaded',
      before: failCall('getticketsandprofile'),
      reachState: ({ page }) => waitForText(page, 'Try again'),
    },
    {
      name: 'history-edits-closed',
      title: 'After the last day for edits',
      before: changeExamination({ edit_until: PAST }),
      reachState: async ({ page }) => {
        await clickControl(page, 'Application Update');
        await waitForText(page, '02-06-2024');
      },
    },
    {
      name: 'view',
      title: 'One application',
      reachState: async ({ page }) => {
        await clickControl(page, 'View', 'main');
        await page.waitForSelector('dialog[open]');
      },
    },
    {
      name: 'view-versions',
      title: 'An application with its changes and their times',
      isChanged: true,
      reachState: async ({ page, persona }) => {
        if (!persona) throw new Error('Nobody is signed in');
        const { application_id } = await readNewestRecord(persona.session);
        await editApplication(persona.session, application_id, { name: 'Sita Rama Sastri', agamamu: 'శైవ' });
        await clickControl(page, 'View', 'main');
        await page.waitForSelector('dialog .version').then((version) => version?.scrollIntoView());
      },
    },
    {
      name: 'update',
      title: 'Application Update',
      reachState: async ({ page }) => {
        await clickControl(page, 'Application Update');
        await page.waitForSelector('dialog[open] [name="father_name"]');
      },
    },
    {
      name: 'update-errors',
      title: 'An update with an empty name',
      reachState: async ({ page }) => {
        await clickControl(page, 'Application Update');
        await page.waitForSelector('dialog[open] [name="name"]');
        // Blanks are no name.
        await page.locator('dialog[open] [name="name"]').fill(' ');
        await clickControl(page, 'Update Application', 'dialog');
        await page.waitForSelector('dialog[open] .summary');
      },
    },
  ]),
  ...at({ persona: 'paid', path: '/paymentstatus?order_id=:order' }, [
    {
      name: 'payment-success',
      title: 'Payment status: success',
    },
    {
      name: 'payment-success-dark',
      title: 'Payment status: success, in the dark',
      before: useDarkMode,
    },
    {
      name: 'payment-success-print',
      title: 'Payment status: success, on paper',
      isPrinted: true,
      reachState: ({ page }) => page.emulateMediaType('print'),
    },
  ]),
  {
    name: 'payment-failed',
    title: 'Payment status: failed',
    persona: 'failed',
    path: '/paymentstatus?order_id=:order',
  },
  {
    name: 'payment-cancelled',
    title: 'Payment status: cancelled',
    persona: 'cancelled',
    path: '/paymentstatus?order_id=:order',
  },
  ...at({ persona: 'unpaid', path: '/paymentstatus?order_id=:order' }, [
    {
      name: 'payment-pending',
      title: 'Payment status: pending',
    },
    {
      name: 'payment-asked',
      title: "Payment status: after 'I was charged' has polled Razorpay",
      isChanged: true,
      reachState: async ({ page }) => {
        await clickControl(page, 'I was charged');
        await waitForText(page, 'Razorpay was asked just now');
      },
    },
  ]),
  {
    name: 'payment-twice',
    title: 'Payment status: paid twice, the second payment being refunded',
    persona: 'twice',
    path: '/paymentstatus?order_id=:order',
    reachState: ({ page }) => page.waitForSelector('.attempt + .attempt'),
  },
  {
    name: 'payment-reversed',
    title: 'Payment status: the payment was refunded, and the fee can be paid again',
    persona: 'reversed',
    path: '/paymentstatus?order_id=:order',
    reachState: ({ page }) => page.waitForSelector('.attempt'),
  },
  {
    name: 'payment-question',
    title: "'Pay now' while an earlier payment is pending",
    persona: 'at-bank',
    path: '/ticket',
    reachState: async ({ page }) => {
      await clickControl(page, 'Pay now', 'main');
      await page.waitForSelector('dialog[open]');
    },
  },
  {
    name: 'view-payments',
    title: 'An application that was paid twice, with its payments',
    persona: 'twice',
    path: '/ticket',
    reachState: async ({ page }) => {
      await clickControl(page, 'View', 'main');
      await page.waitForSelector('dialog .attempt + .attempt');
      await page.$eval('dialog .attempts', (attempts) => attempts.scrollIntoView());
    },
  },
  {
    name: 'payment-unknown',
    title: 'An order that is not the applicant’s',
    persona: 'paid',
    path: '/paymentstatus?order_id=order_Unknown0000000',
    reachState: ({ page }) => waitForText(page, 'not among your applications'),
  },
];
