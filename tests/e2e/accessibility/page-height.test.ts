import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { openScreen } from '../../screens/open-screen.ts';
import { closePage, openBrowser } from '../browser.ts';

const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** In CSS pixels at 360 px of width; English is not within 4,000 yet. */
const maxHeights = [
  ['te', 4000],
  ['en', 4250],
] as const;

test.each(maxHeights)(
  'the home page of a visitor whose language is %s is no longer than %d px on a phone',
  async (language, maxHeight) => {
    const page = await openScreen(
      { name: 'home', title: 'The home page', persona: 'visitor', path: '/' },
      { browser, portal: getSharedPortal(), variant: { viewport: PHONE, language } },
    );
    try {
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(maxHeight);
    } finally {
      await closePage(page);
    }
  },
);
