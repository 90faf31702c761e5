import { portalOfTheRun } from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { actorOf } from '../../scenes/cast.ts';
import { openScene } from '../../scenes/open-scene.ts';
import { scenes } from '../../scenes/scenes.ts';
import { closePage, LAPTOP, openBrowser, reads } from '../browser.ts';

const portal = portalOfTheRun();
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(() => closePage(page));

async function open(name: string): Promise<void> {
  const scene = scenes.find((each) => each.name === name);
  if (!scene) throw new Error(`There is no scene ${name}`);
  page = await openScene(scene, { browser, portal, showing: { viewport: LAPTOP, language: 'te' } });
}

interface Stop {
  /** Accessible words, or the control's name. */
  readonly at: string;
  readonly inDialog: boolean;
  /** The ring can be seen: at least 2 px. */
  readonly ring: boolean;
  /** Nothing covers it wholly (WCAG 2.4.11). */
  readonly seen: boolean;
}

/** Where the focus is. */
const stop = (): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const shown = element.closest('.choice') ?? element;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    const { left, top, width, height } = shown.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const name = element.getAttribute('name') ?? element.getAttribute('aria-label');
    return {
      at: (name ?? element.textContent ?? '').replace(/\s+/g, ' ').trim(),
      inDialog: element.closest('dialog[open]') !== null,
      ring: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      seen: above !== null && (shown.contains(above) || above.contains(shown)),
    };
  });

/** Tabs on until the control is reached; gives every stop on the way. */
async function tabTo(words: string, most = 80): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press('Tab');
    const now = await stop();
    stops.push(now);
    if (now.at.includes(words)) return stops;
  }
  throw new Error(`Tab does not lead to '${words}' but to ${stops.map(({ at }) => at).join(' | ')}`);
}

test('the first stop leads past the menu to the content', async () => {
  await open('home');
  await tabTo('Skip to content', 1);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('a visitor asks for the one-time password by keyboard alone', async () => {
  const { session } = await actorOf(portal, 'newcomer');
  await open('home');
  await tabTo('number');
  await page.keyboard.type(session.person.number);
  await page.keyboard.press('Enter');
  await reads(page, 'OTP Sent');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp');
});

test('every control of the form is a stop, in the order of the page, with a ring and nothing over it', async () => {
  await open('form-vara-compartmental');
  await page.focus('[name="number"]');
  const stops = await tabTo('Clear');
  const order = [
    'aadhar',
    'name',
    'father_name',
    'dob',
    'age',
    'postal_address',
    'district',
    'mandal',
    'exam_type',
    'exam_regular',
    'pasthallticket',
    'language',
    'centre_district',
    'agamamu',
    'birthcertificate',
    'perviouscertificate',
    'markmemos',
    'image',
  ];
  const reached = stops.map(({ at }) => at).filter((at) => order.includes(at));
  expect([...new Set(reached)]).toEqual(order);
  expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
});

test('after a failed check the summary has the focus, and its line leads to the field', async () => {
  await open('form-errors');
  await page.waitForFunction(() => document.activeElement?.classList.contains('summary'));
  await tabTo('Please Enter Aadhar', 1);
  await page.keyboard.press('Enter');
  expect((await stop()).at).toBe('aadhar');
});

test.each([
  ['form-clear', 'Clear'],
  ['view', 'View'],
  ['update', 'Application Update'],
  ['logout', 'Logout'],
  ['sign-up', 'Sign-Up'],
])('the dialog of %s keeps the focus, closes by Escape and gives the focus back', async (name, opener) => {
  await open(name);
  const stops: Stop[] = [];
  for (let pressed = 0; pressed < 50; pressed += 1) {
    await page.keyboard.press('Tab');
    // Between the last stop and the first one the browser's own controls have the focus.
    if (await page.evaluate(() => document.activeElement !== document.body)) stops.push(await stop());
  }
  expect(stops.length).toBeGreaterThan(0);
  expect(stops.filter(({ inDialog }) => !inDialog)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  expect((await stop()).at).toContain(opener);
});

test('with reduced motion nothing moves', async () => {
  await open('loading');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});

test('what is said comes into a region that was there before', async () => {
  await open('home');
  const live = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-live="polite"]')].map((region) => region.className),
  );
  expect(live.some((classes) => classes.includes('toasts'))).toBe(true);
});
