import { scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { named, press } from '../browser.ts';
import { hold } from './answers.ts';
import { draftForm } from './form-steps.ts';
import type { Stage } from './stage.ts';
import { expectWithin, STARTUP_MS } from './times.ts';

/** Waits until a live region that says Loading lies over the whole window, or until none does. */
export const loaderCovers = (page: Page, covered = true) =>
  page.waitForFunction(
    (expected) => {
      const covers = (region: Element) => {
        const { left, top, right, bottom } = region.getBoundingClientRect();
        return left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
      };
      const loaders = [...document.querySelectorAll('[role="status"]')].filter(
        (region) =>
          /Loading/.test(region.textContent) && region.checkVisibility({ visibilityProperty: true }),
      );
      return loaders.some(covers) === expected;
    },
    { timeout: scaledTimeout(10_000) },
    covered,
  );

/** What shows that the portal is at work. */
export const loaders = (stage: Stage) =>
  describe('loaders', () => {
    test('the startup loader lies over the page for its first 1.5 s', async () => {
      const { page } = await stage.open('/termsandpolicy', { startup: true, before: watchStart });
      await loaderCovers(page, false);
      expectWithin(await page.evaluate(() => (globalThis as unknown as Watched).coveredUntil), STARTUP_MS);
    });

    test('a full-screen loader shows while a call runs, and goes with its answer', async () => {
      const { screen } = await draftForm(stage);
      await named(screen.page, 'Save', 'main');
      await loaderCovers(screen.page, false);
      const release = await hold(screen.page, 'saveapplicationform');
      await press(screen.page, 'Save', 'main');
      await loaderCovers(screen.page);
      expect(screen.said.map(({ text }) => text)).not.toContain('Successfully Saved');
      release();
      await loaderCovers(screen.page, false);
    });
  });

interface Watched {
  /** Milliseconds since the page began to load. */
  coveredUntil: number;
}

/** Notes, frame by frame, until when a live region lies over the middle of the page that begins. */
const watchStart = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    const look = () => {
      const covering = [...document.querySelectorAll('[role="status"]')].some((region) => {
        const { width, height } = region.getBoundingClientRect();
        return (
          width >= innerWidth && height >= innerHeight && region.checkVisibility({ visibilityProperty: true })
        );
      });
      if (covering) Object.assign(globalThis, { coveredUntil: performance.now() });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
