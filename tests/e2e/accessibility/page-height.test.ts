import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { applicantScreens } from '../../screens/applicant-screens.ts';
import { historyScreens } from '../../screens/history-screens.ts';
import { openScreen } from '../../screens/open-screen.ts';
import type { ScreenState } from '../../screens/screen-state.ts';
import { visitorScreens } from '../../screens/visitor-screens.ts';
import { closePage, openBrowser } from '../browser.ts';

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
  'form-errors': 4950,
  'form-vara-compartmental': 5100,
  'form-draft': 4600,
  'sign-in-otp': 4500,
};
const toMaxHeight = ({ name }: ScreenState): number => higherLimits[name] ?? MAX_HEIGHT;

const languages = ['te', 'en'] as const;
type Language = (typeof languages)[number];

/** @returns the height of the first element of the selector */
async function measure(state: ScreenState, language: Language, selector: string): Promise<number> {
  const page = await openScreen(state, {
    browser,
    portal: getSharedPortal(),
    variant: { viewport: PHONE, language },
  });
  try {
    return await page.$eval(selector, (element) => element.scrollHeight);
  } finally {
    await closePage(page);
  }
}

test.each([
  ['te', MAX_HEIGHT],
  ['en', 4100],
] as const)(
  'the home page of a visitor in %s is no longer than %d px on a phone',
  async (language, maxHeight) => {
    const home = { name: 'home', title: 'The home page', persona: 'visitor', path: '/' } as const;
    expect(await measure(home, language, 'html')).toBeLessThanOrEqual(maxHeight);
  },
);

/** The form on the way from sign-up to ticket; its page holds notes and help below it. */
const forms = applicantScreens.filter(({ path }) => path === '/#application-form');

test.each(forms.flatMap((state) => languages.map((language) => ({ state, language, title: state.title }))))(
  'the form in $language stays within its height on a phone: $title',
  async ({ state, language }) => {
    expect(await measure(state, language, '#application-form')).toBeLessThanOrEqual(toMaxHeight(state));
  },
);

/** The other pages of that way. */
const names = ['ready', 'sign-in-otp', 'history', 'payment-success', 'payment-failed'];
const pages = [...visitorScreens, ...historyScreens].filter(({ name }) => names.includes(name));

test.each(pages.flatMap((state) => languages.map((language) => ({ state, language, title: state.title }))))(
  'the page in $language stays within its height on a phone: $title',
  async ({ state, language }) => {
    expect(await measure(state, language, 'html')).toBeLessThanOrEqual(toMaxHeight(state));
  },
);
