import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { useDarkMode } from '../../screens/conditions.ts';
import { openScreen } from '../../screens/open-screen.ts';
import type { ScreenState } from '../../screens/screen-state.ts';
import { findAccessibilityViolations, findViolationsOfWordsAndColours } from '../accessibility-violations.ts';
import { closeBrowser, closePage, openBrowser, PHONE, switchLanguage } from '../browser.ts';

/** 320 CSS pixels are a laptop's 1280 at 400 % (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 640, isMobile: true, hasTouch: true };

/** The text spacing of WCAG 1.4.12. */
const WIDE_TEXT = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

const portal = getSharedPortal();
let browser: Browser;

/** Excess width of the page in pixels, and the overflowing elements. */
const findOverflow = (page: Page) =>
  page.evaluate(() => {
    const availableWidth = document.documentElement.clientWidth;
    const overflow = (document.scrollingElement?.scrollWidth ?? 0) - availableWidth;
    const overflowing = [...document.querySelectorAll('main *, header *, dialog[open] *')]
      .filter((element) => element.getBoundingClientRect().right > availableWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120));
    return overflow > 0 ? [`${overflow} px`, ...overflowing.slice(0, 3)] : [];
  });

/** The overflowing elements with increased text spacing. */
async function findWideTextOverflow(page: Page) {
  // The page's policy rejects a style element, but not a style sheet of the inspector.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, WIDE_TEXT);
  const overflowing = await findOverflow(page);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return overflowing;
}

const MAX_HEIGHT = 4000;
/** Exceptions from the usual limit, by the screen's name: lower, or the height of a form with all its fields. */
const ownLimits: Readonly<Record<string, number>> = {
  home: 3700,
  'form-errors': 4500,
  'form-vara-compartmental': 4400,
};

/** The pages on the way from the home page to the ticket. */
const screensOnTheWay = [
  ...['home', 'ready', 'sign-in-otp', 'history', 'payment-success', 'payment-failed', 'pay', 'home-applied'],
  ...['form', 'form-errors', 'form-vara-compartmental', 'form-not-loaded', 'form-closed', 'form-draft'],
];

/** @returns maximum height of the page on a phone in CSS pixels; undefined for a screen outside that path */
const findHeightLimit = ({ name }: ScreenState): number | undefined =>
  screensOnTheWay.includes(name) ? (ownLimits[name] ?? MAX_HEIGHT) : undefined;

/** Excess height of the page on a phone. */
async function findExcessHeight(page: Page, state: ScreenState): Promise<string[]> {
  const limit = findHeightLimit(state);
  if (!limit) return [];
  await page.setViewport(PHONE);
  const height = await page.$eval('html', (element) => element.scrollHeight);
  await page.setViewport(NARROWEST);
  return height > limit ? [`${height} px, not ${limit}`] : [];
}

/** Without paper, which is wider than a phone, and without dark screens, since every screen is checked in the dark. */
const isOwnLook = ({ isPrinted, before }: ScreenState) => !isPrinted && before !== useDarkMode;

/** Registers a check of each of these screens in the calling suite. */
export function checkScreens(states: readonly ScreenState[]): void {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => closeBrowser(browser));

  test.each(states.filter(isOwnLook).map((state) => [state.title, state] as const))(
    '%s: no barrier in Telugu and light, nor in English and dark, nothing sticks out at 320 px, and nothing is too high',
    async (_title, state) => {
      const page = await openScreen(state, {
        browser,
        portal,
        variant: { viewport: NARROWEST, language: 'te' },
      });
      try {
        expect(await findAccessibilityViolations(page)).toEqual([]);
        expect(await findOverflow(page)).toEqual([]);
        // Telugu is the wider one.
        expect(await findWideTextOverflow(page)).toEqual([]);
        expect(await findExcessHeight(page, state)).toEqual([]);
        // The texts of a page are the same in light and dark, and its colours in both languages.
        await useDarkMode(page);
        await switchLanguage(page, 'en');
        expect(await findViolationsOfWordsAndColours(page)).toEqual([]);
        expect(await findOverflow(page)).toEqual([]);
        expect(await findExcessHeight(page, state)).toEqual([]);
      } finally {
        await closePage(page);
      }
    },
  );
}
