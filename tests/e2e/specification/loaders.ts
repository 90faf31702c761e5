import { scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { openDraftForm } from './form-steps.ts';
import { holdCall } from './stub-calls.ts';
import { expectWithin, STARTUP_MS } from './times.ts';

/** Waits until a live region with the text Loading covers the whole window, or until none does. */
export const waitForLoader = (page: Page, isCovered = true) =>
  page.waitForFunction(
    (expected) => {
      const isCovering = (region: Element) => {
        const { left, top, right, bottom } = region.getBoundingClientRect();
        return left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
      };
      const loaders = [...document.querySelectorAll('[role="status"]')].filter(
        (region) =>
          /Loading/.test(region.textContent) && region.checkVisibility({ visibilityProperty: true }),
      );
      return loaders.some(isCovering) === expected;
    },
    { timeout: scaledTimeout(10_000) },
    isCovered,
  );

/** The loaders of the portal. */
export const loaders = (environment: BrowserEnvironment) =>
  describe('loaders', () => {
    test('the startup loader lies over the page for its first 1.5 s [S-2.30] [S-9.17]', async () => {
      const { page } = await environment.open('/termsandpolicy', { startup: true, before: watchStartup });
      await waitForLoader(page, false);
      expectWithin(
        await page.evaluate(() => (globalThis as unknown as WatchedGlobals).coveredUntil),
        STARTUP_MS,
      );
    });

    test('a full-screen loader shows while a call runs, and goes with its answer [S-2.29]', async () => {
      const { screen } = await openDraftForm(environment);
      await findControl(screen.page, 'Save', 'main');
      await waitForLoader(screen.page, false);
      const release = await holdCall(screen.page, 'saveapplicationform');
      await clickControl(screen.page, 'Save', 'main');
      await waitForLoader(screen.page);
      expect(screen.announcements.map(({ text }) => text)).not.toContain('Successfully Saved');
      release();
      await waitForLoader(screen.page, false);
    });
  });

interface WatchedGlobals {
  /** Milliseconds since navigation start. */
  coveredUntil: number;
}

/** Records, frame by frame, until when a live region covers the middle of the new page. */
const watchStartup = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    const updateCoverage = () => {
      const isLoaderCovering = [...document.querySelectorAll('[role="status"]')].some((region) => {
        const { width, height } = region.getBoundingClientRect();
        return (
          width >= innerWidth && height >= innerHeight && region.checkVisibility({ visibilityProperty: true })
        );
      });
      if (isLoaderCovering) Object.assign(globalThis, { coveredUntil: performance.now() });
      requestAnimationFrame(updateCoverage);
    };
    requestAnimationFrame(updateCoverage);
  });
