import { scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { clickControl, findControl } from '../browser.ts';
import type { BrowserEnvironment } from './environment.ts';
import { readControlNames, readLink, readText } from './page-text.ts';

/** A section's heading, and the position of its upper edge in the window. */
const readHeadingTop = (page: Page, heading: RegExp): Promise<number> =>
  page.evaluate((pattern) => {
    const found = [...document.querySelectorAll('h1, h2')].find(({ textContent }) =>
      new RegExp(pattern).test(textContent),
    );
    return found?.getBoundingClientRect().top ?? Number.NaN;
  }, heading.source);

/** Counts the scroll positions of the page during the scroll. */
const startStepCounter = (page: Page) =>
  page.evaluate(() => {
    const scrollPositions = new Set<number>();
    addEventListener('scroll', () => scrollPositions.add(Math.round(scrollY)));
    Object.assign(globalThis, { steps: () => scrollPositions.size });
  });
/** The last step is reported with the frame after it. */
const readSteps = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { steps: () => number }).steps();
  });

const waitUntilAtTop = (page: Page, heading: RegExp) =>
  page.waitForFunction(
    (pattern) => {
      const found = [...document.querySelectorAll('h1, h2')].find(({ textContent }) =>
        new RegExp(pattern).test(textContent),
      );
      const { top } = found?.getBoundingClientRect() ?? { top: Number.NaN };
      const isAtEnd = Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
      return top >= -1 && (top < innerHeight / 3 || (isAtEnd && top < innerHeight));
    },
    { timeout: scaledTimeout(5000) },
    heading.source,
  );

/** The menu and its navigation. */
export const homeMenu = (environment: BrowserEnvironment) =>
  describe('the menu', () => {
    const SECTIONS = [
      ['Application Form', /Application Form/],
      ['About', /About/],
      ['Login', /Sign-In/],
    ] as const;

    test.each(SECTIONS)(
      '%s scrolls smoothly to its section, each time it is pressed [S-2.8]',
      async (entry, heading) => {
        const { page } = await environment.open('/');
        await findControl(page, entry, 'header');
        for (const startPosition of ['top', 'bottom']) {
          await scrollToEdge(page, startPosition);
          await startStepCounter(page);
          await clickControl(page, entry, 'header');
          // A jump has one position. On a wide screen the sign-in is 165 px from the top, and a busy machine
          // draws few frames of so short a scroll.
          await page.waitForFunction(() => (globalThis as unknown as { steps: () => number }).steps() > 1, {
            timeout: scaledTimeout(5000),
          });
          await waitUntilAtTop(page, heading);
        }
      },
    );

    test('Home scrolls smoothly to the top of the page [S-2.9]', async () => {
      const { page } = await environment.open('/');
      await findControl(page, 'Home', 'header');
      await scrollToEdge(page, 'bottom');
      await startStepCounter(page);
      await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/"]')?.click());
      await page.waitForFunction(() => scrollY === 0, { timeout: scaledTimeout(5000) });
      expect(await readSteps(page)).toBeGreaterThan(3);
      expect(await readHeadingTop(page, /Archaka examinations 2024/)).toBeGreaterThanOrEqual(0);
    });

    test('jumps at once with reduced motion', async () => {
      const { page } = await environment.open('/', {
        before: (newPage) =>
          newPage.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]),
      });
      await findControl(page, 'About', 'header');
      // Later content moves the page, too.
      await page.waitForSelector('main input[name="number"]');
      await startStepCounter(page);
      await clickControl(page, 'About', 'header');
      await waitUntilAtTop(page, /About/);
      expect(await readSteps(page)).toBe(1);
    });

    describe('of a visitor', () => {
      const screen = environment.useSharedScreen(() => environment.open('/'));

      test('has Login [S-2.12] [S-6.1]', async () => {
        expect(await readLink(screen().page, 'Login', 'header')).toContain('/#');
      });
      test('has no Application History [S-2.11]', async () => {
        await findControl(screen().page, 'Login', 'header');
        expect((await readControlNames(screen().page, 'header')).join()).not.toMatch(/Application History/);
      });
      test('has no Logout [S-2.16]', async () => {
        await findControl(screen().page, 'Login', 'header');
        expect((await readControlNames(screen().page, 'header')).join()).not.toMatch(/Logout/);
      });
    });

    describe('of an applicant', () => {
      const screen = environment.useSharedScreen(async () => {
        const session = await environment.registerApplicant();
        return environment.open('/', { session });
      });

      test('has Application History, which leads to /ticket [S-2.10] [S-6.4]', async () => {
        expect(new URL(await readLink(screen().page, 'Application History', 'header')).pathname).toBe(
          '/ticket',
        );
      });
      test('has no Login [S-2.13]', async () => {
        await findControl(screen().page, 'Application History', 'header');
        expect((await readControlNames(screen().page, 'header')).join()).not.toMatch(/Login/);
      });
      test('has the user’s name [S-2.14]', async () => {
        await findControl(screen().page, 'Logout', 'header');
        expect(await readText(screen().page, 'header')).toContain('Sita Rama Sarma');
      });
      test('has Logout [S-2.15] [S-6.5]', async () => {
        expect(await findControl(screen().page, 'Logout', 'header')).toBeTruthy();
      });
    });
  });

const scrollToEdge = async (page: Page, position: string) => {
  await page.evaluate(
    (to) => window.scrollTo({ top: to === 'top' ? 0 : 1e6, behavior: 'instant' }),
    position,
  );
  await page.waitForFunction(
    (to) => (to === 'top' ? scrollY === 0 : scrollY > 100),
    { timeout: scaledTimeout(5000) },
    position,
  );
};
