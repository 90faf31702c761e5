import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { applicantScreens } from '../../screens/applicant-screens.ts';
import { historyScreens } from '../../screens/history-screens.ts';
import { type Language, openScreen } from '../../screens/open-screen.ts';
import type { ScreenState } from '../../screens/screen-state.ts';
import { visitorScreens } from '../../screens/visitor-screens.ts';
import { closePage, openBrowser, switchLanguage } from '../browser.ts';

const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** In CSS pixels. */
const MAX_HEIGHT = 4000;
/** What is not within that yet, by the screen's name. */
const higherLimits: Readonly<Record<string, number>> = {
  'form-errors': 4600,
  'form-vara-compartmental': 4400,
};
const toMaxHeight = ({ name }: ScreenState): number => higherLimits[name] ?? MAX_HEIGHT;

type Heights = Readonly<Record<Language, number>>;

/** @returns the height of the first element of the selector; the page changes its language as it stands */
async function measure(state: ScreenState, selector: string): Promise<Heights> {
  const page = await openScreen(state, {
    browser,
    portal: getSharedPortal(),
    variant: { viewport: PHONE, language: 'te' },
  });
  const readHeight = () => page.$eval(selector, (element) => element.scrollHeight);
  try {
    const te = await readHeight();
    await switchLanguage(page, 'en');
    return { te, en: await readHeight() };
  } finally {
    await closePage(page);
  }
}

function expectWithin({ te, en }: Heights, limits: Heights): void {
  expect(te).toBeLessThanOrEqual(limits.te);
  expect(en).toBeLessThanOrEqual(limits.en);
}

test('the home page of a visitor is no longer than 3,700 px on a phone', async () => {
  const home = { name: 'home', title: 'The home page', persona: 'visitor', path: '/' } as const;
  expectWithin(await measure(home, 'html'), { te: 3700, en: 3700 });
});

/** The form on the way from sign-up to ticket; its page holds notes and help below it. */
const forms = applicantScreens.filter(({ path }) => path === '/#application-form');

test.each(forms)('the form stays within its height on a phone in both languages: $title', async (state) => {
  const maxHeight = toMaxHeight(state);
  expectWithin(await measure(state, '#application-form'), { te: maxHeight, en: maxHeight });
});

/** The other pages of that way. */
const names = ['ready', 'sign-in-otp', 'history', 'payment-success', 'payment-failed'];
const pages = [...visitorScreens, ...historyScreens].filter(({ name }) => names.includes(name));

test.each(pages)('the page stays within its height on a phone in both languages: $title', async (state) => {
  const maxHeight = toMaxHeight(state);
  expectWithin(await measure(state, 'html'), { te: maxHeight, en: maxHeight });
});
