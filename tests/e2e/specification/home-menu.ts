import { scaledTimeout } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { named, press } from '../browser.ts';
import { linkOf, namesIn, textOf } from './page-text.ts';
import type { Stage } from './stage.ts';

/** A section's heading, and where its upper edge lies in the window. */
const headingTop = (page: Page, heading: RegExp): Promise<number> =>
  page.evaluate((pattern) => {
    const found = [...document.querySelectorAll('h1, h2')].find(({ textContent }) =>
      new RegExp(pattern).test(textContent),
    );
    return found?.getBoundingClientRect().top ?? Number.NaN;
  }, heading.source);

/** Counts the places at which the page stood on its way. */
const countSteps = (page: Page) =>
  page.evaluate(() => {
    const seen = new Set<number>();
    addEventListener('scroll', () => seen.add(Math.round(scrollY)));
    Object.assign(globalThis, { steps: () => seen.size });
  });
/** The last step is told with the frame after it. */
const stepsOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { steps: () => number }).steps();
  });

const reachesTop = (page: Page, heading: RegExp) =>
  page.waitForFunction(
    (pattern) => {
      const found = [...document.querySelectorAll('h1, h2')].find(({ textContent }) =>
        new RegExp(pattern).test(textContent),
      );
      const { top } = found?.getBoundingClientRect() ?? { top: Number.NaN };
      const atEnd = Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
      return top >= -1 && (top < innerHeight / 3 || (atEnd && top < innerHeight));
    },
    { timeout: scaledTimeout(5000) },
    heading.source,
  );

/** The menu, and the ways through the page. */
export const homeMenu = (stage: Stage) =>
  describe('the menu', () => {
    const SECTIONS = [
      ['Application Form', /Application Form/],
      ['About', /About/],
      ['Login', /Sign-In/],
    ] as const;

    test.each(SECTIONS)(
      '%s scrolls smoothly to its section, each time it is pressed',
      async (entry, heading) => {
        const { page } = await stage.open('/');
        await named(page, entry, 'header');
        for (const from of ['top', 'bottom']) {
          await goTo(page, from);
          await countSteps(page);
          await press(page, entry, 'header');
          await reachesTop(page, heading);
          expect(await stepsOf(page)).toBeGreaterThan(3);
        }
      },
    );

    test('Home scrolls smoothly to the top of the page', async () => {
      const { page } = await stage.open('/');
      await named(page, 'Home', 'header');
      await goTo(page, 'bottom');
      await countSteps(page);
      await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/"]')?.click());
      await page.waitForFunction(() => scrollY === 0, { timeout: scaledTimeout(5000) });
      expect(await stepsOf(page)).toBeGreaterThan(3);
      expect(await headingTop(page, /Archaka examinations 2024/)).toBeGreaterThanOrEqual(0);
    });

    test('who wants no motion is taken there at once', async () => {
      const { page } = await stage.open('/', {
        before: (fresh) => fresh.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]),
      });
      await named(page, 'About', 'header');
      // What comes later moves the page, too.
      await page.waitForSelector('main input[name="number"]');
      await countSteps(page);
      await press(page, 'About', 'header');
      await reachesTop(page, /About/);
      expect(await stepsOf(page)).toBe(1);
    });

    describe('of a visitor', () => {
      const screen = stage.shared(() => stage.open('/'));

      test('has Login', async () => {
        expect(await linkOf(screen().page, 'Login', 'header')).toContain('/#');
      });
      test('has no Application History', async () => {
        await named(screen().page, 'Login', 'header');
        expect((await namesIn(screen().page, 'header')).join()).not.toMatch(/Application History/);
      });
      test('has no Logout', async () => {
        await named(screen().page, 'Login', 'header');
        expect((await namesIn(screen().page, 'header')).join()).not.toMatch(/Logout/);
      });
    });

    describe('of an applicant', () => {
      const screen = stage.shared(async () => {
        const as = await stage.newcomer();
        return stage.open('/', { as });
      });

      test('has Application History, which leads to /ticket', async () => {
        expect(new URL(await linkOf(screen().page, 'Application History', 'header')).pathname).toBe(
          '/ticket',
        );
      });
      test('has no Login', async () => {
        await named(screen().page, 'Application History', 'header');
        expect((await namesIn(screen().page, 'header')).join()).not.toMatch(/Login/);
      });
      test('has the user’s name', async () => {
        await named(screen().page, 'Logout', 'header');
        expect(await textOf(screen().page, 'header')).toContain('Sita Rama Sarma');
      });
      test('has Logout', async () => {
        expect(await named(screen().page, 'Logout', 'header')).toBeTruthy();
      });
    });
  });

const goTo = async (page: Page, where: string) => {
  await page.evaluate((to) => window.scrollTo({ top: to === 'top' ? 0 : 1e6, behavior: 'instant' }), where);
  await page.waitForFunction(
    (to) => (to === 'top' ? scrollY === 0 : scrollY > 100),
    { timeout: scaledTimeout(5000) },
    where,
  );
};
