import type { Page } from 'puppeteer';
import { clickControl, openMenu, tickBox, waitForText } from '../e2e/browser.ts';
import { changeExamination, failCall } from './conditions.ts';
import { at, type ScreenState } from './screen-state.ts';

const PAST = '2024-06-02T00:00:00Z';

/** The preview loads when it scrolls into view. */
async function waitForPreview(page: Page): Promise<void> {
  const frame = await page.waitForSelector('.ticket-preview > iframe');
  await frame?.scrollIntoView();
  await (await frame?.contentFrame())?.waitForSelector('.sheet');
}

/** Reveals every field of the form. */
async function chooseCompartmentalVara(page: Page): Promise<void> {
  await tickBox(page, 'exam_type', '2');
  await tickBox(page, 'exam_regular', '2');
  await page.waitForSelector('[name="language"]');
}

/** Screens from the empty form to the checkout. */
export const applicantScreens: readonly ScreenState[] = [
  ...at({ persona: 'newcomer', path: '/#application-form' }, [
    { name: 'form', title: 'The empty form' },
    {
      name: 'form-errors',
      title: 'All missing fields of Vara and compartmental, in the summary and beside each field',
      reachState: async ({ page }) => {
        await chooseCompartmentalVara(page);
        await clickControl(page, 'Confirm to Pay');
        await page.waitForSelector('.summary');
        await page.waitForFunction(() => document.querySelector('.toast') === null);
      },
    },
    {
      name: 'form-vara-compartmental',
      title: 'The additional fields of Vara and compartmental',
      reachState: ({ page }) => chooseCompartmentalVara(page),
    },
  ]),
  {
    name: 'form-accommodation',
    title: 'The accommodation of a candidate with a disability',
    persona: 'newcomer',
    path: '/#part-accommodation',
    reachState: async ({ page }) => {
      await page.locator('#part-accommodation summary').click();
      await tickBox(page, 'scribe', 'own');
      await page.waitForSelector('[name="accommodationcertificate"]');
    },
  },
  {
    name: 'form-identity-paper',
    title: 'Another identity paper, if the examination lists some',
    persona: 'newcomer',
    path: '/#part-who',
    before: changeExamination({
      identity_papers: [
        {
          kind: 'voter-card',
          name: "Voter's card (EPIC)",
          name_te: 'ఓటరు కార్డు (EPIC)',
          pattern: '[A-Z]{3}\\d{7}',
          example: 'ABC1234567',
        },
      ],
    }),
    reachState: async ({ page }) => {
      await page.waitForSelector('[name="identity_kind"]');
      await tickBox(page, 'identity_kind', 'voter-card');
      await page.waitForSelector('[name="identity_number"]');
    },
  },
  ...at({ persona: 'newcomer', path: '/#application-form' }, [
    {
      name: 'form-not-loaded',
      title: 'The form cannot be loaded',
      before: failCall('getsaveformdata'),
      reachState: ({ page }) => waitForText(page, 'Try again'),
    },
    {
      name: 'form-closed',
      title: 'The form after applications have closed',
      before: changeExamination({ closes: PAST }),
    },
  ]),
  ...at({ persona: 'drafter', path: '/#application-form' }, [
    {
      name: 'form-draft',
      title: 'The form with the saved draft',
    },
    {
      name: 'pay',
      title: 'Submitted: summary, preview of the ticket, and Pay now',
      reachState: async ({ page }) => {
        await clickControl(page, 'Confirm to Pay');
        await waitForPreview(page);
        await page.waitForFunction(() => document.querySelector('.toast') === null);
      },
    },
  ]),
  {
    name: 'home-applied',
    title: 'The home page of an applicant who has not paid',
    persona: 'unpaid',
    path: '/#application-form',
    reachState: ({ page }) => waitForPreview(page),
  },
  {
    name: 'logout',
    title: 'The question before logging out',
    persona: 'newcomer',
    path: '/',
    reachState: async ({ page }) => {
      await openMenu(page);
      await clickControl(page, 'Logout');
      await waitForText(page, 'You wanna to be logout !');
    },
  },
];
