import { portalOfTheRun } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { inTheDark } from '../../scenes/conditions.ts';
import { openScene } from '../../scenes/open-scene.ts';
import type { Scene } from '../../scenes/scene.ts';
import { barriers } from '../barriers.ts';
import { closePage, openBrowser } from '../browser.ts';

/** 320 CSS pixels are a laptop's 1280 at 400 % (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 640, isMobile: true, hasTouch: true };

/** What WCAG 1.4.12 lets an applicant do to the text. */
const WIDE_TEXT = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

const portal = portalOfTheRun();
let browser: Browser;

/** How many pixels the page is too wide, and what sticks out. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const by = (document.scrollingElement?.scrollWidth ?? 0) - room;
    const out = [...document.querySelectorAll('main *, header *, dialog[open] *')]
      .filter((element) => element.getBoundingClientRect().right > room + 1)
      .map((element) => element.outerHTML.slice(0, 120));
    return by > 0 ? [`${by} px`, ...out.slice(0, 3)] : [];
  });

/** What sticks out when the applicant spreads the text. */
async function wideText(page: Page) {
  // A style element would be refused by the page's policy; a sheet of the inspector's is not.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, WIDE_TEXT);
  const found = await tooWide(page);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return found;
}

/** The page changes its language as it stands, also where a window keeps the applicant from the switch. */
async function inEnglish(page: Page): Promise<void> {
  await page.$eval('.language-switch', (button) => (button as HTMLButtonElement).click());
  await page.waitForFunction(() => document.documentElement.lang === 'en');
}

const inspect = async (page: Page) => ({ barriers: await barriers(page), wide: await tooWide(page) });
const NOTHING = { barriers: [], wide: [] };

/** Registers a look at each of these screens in the suite that calls it. */
export function lookAt(scenes: readonly Scene[]): void {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  test.each(scenes.filter(({ onPaper }) => !onPaper).map((scene) => [scene.title, scene] as const))(
    '%s: no barrier in Telugu and light, nor in English and dark, and nothing sticks out at 320 px',
    async (_title, scene) => {
      const page = await openScene(scene, {
        browser,
        portal,
        showing: { viewport: NARROWEST, language: 'te' },
      });
      try {
        expect(await inspect(page)).toEqual(NOTHING);
        // Telugu is the wider one.
        expect(await wideText(page)).toEqual([]);
        // What stands on a page is the same in light and dark, and its colours in both languages.
        await inTheDark(page);
        await inEnglish(page);
        expect(await inspect(page)).toEqual(NOTHING);
      } finally {
        await closePage(page);
      }
    },
  );
}
