import { getSharedPortal } from '@archaka/test-kit';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { openScreen } from '../../screens/open-screen.ts';
import { createPersona } from '../../screens/personas.ts';
import { screenStates } from '../../screens/screen-states.ts';
import { closeBrowser, closePage, LAPTOP, openBrowser } from '../browser.ts';

const portal = getSharedPortal();
let page: Page;
const browser = await openBrowser();
afterAll(() => closeBrowser(browser));
afterEach(() => closePage(page));

async function openState(name: string): Promise<void> {
  const state = screenStates.find((each) => each.name === name);
  if (!state) throw new Error(`There is no scene ${name}`);
  page = await openScreen(state, { browser, portal, variant: { viewport: LAPTOP, language: 'te' } });
}

interface FocusStop {
  /** Accessible words, or the control's name. */
  readonly label: string;
  readonly isInDialog: boolean;
  /** Whether the focus ring is visible: at least 2 px. */
  readonly hasRing: boolean;
  /** Not completely covered (WCAG 2.4.11). */
  readonly isVisible: boolean;
}

/** Where the focus is. */
const readFocusStop = (): Promise<FocusStop> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const shown = element.closest('.choice') ?? element;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    const { left, top, width, height } = shown.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const name = element.getAttribute('name') ?? element.getAttribute('aria-label');
    return {
      label: (name ?? element.textContent ?? '').replace(/\s+/g, ' ').trim(),
      isInDialog: element.closest('dialog[open]') !== null,
      hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isVisible: above !== null && (shown.contains(above) || above.contains(shown)),
    };
  });

/** Presses Tab until the control is reached; returns every stop before it. */
async function tabTo(label: string, maxStops = 80): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let count = 0; count < maxStops; count += 1) {
    await page.keyboard.press('Tab');
    const current = await readFocusStop();
    stops.push(current);
    if (current.label.includes(label)) return stops;
  }
  throw new Error(`Tab does not lead to '${label}' but to ${stops.map(({ label }) => label).join(' | ')}`);
}

test('the first stop leads past the menu to the content', async () => {
  await openState('home');
  await tabTo('Skip to content', 1);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('a visitor asks for the one-time password by keyboard alone', async () => {
  const { session } = await createPersona(portal, 'newcomer');
  await openState('home');
  await tabTo('number');
  await page.keyboard.type(session.person.number);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'otp');
});

test('every control of the form is a stop, in the order of the page, with a ring and nothing over it', async () => {
  await openState('form-vara-compartmental');
  await page.focus('[name="number"]');
  const stops = await tabTo('Clear');
  const order = [
    ...[
      'aadhar',
      'name',
      'father_name',
      'dob-day',
      'dob-month',
      'dob-year',
      'age',
      'postal_address',
      'district',
      'mandal',
    ],
    ...['exam_type', 'exam_regular', 'pasthallticket', 'language', 'centre_district', 'agamamu'],
    ...['birthcertificate', 'perviouscertificate', 'markmemos', 'image'],
  ];
  const reached = stops.map(({ label }) => label).filter((label) => order.includes(label));
  expect([...new Set(reached)]).toEqual(order);
  expect(stops.filter(({ hasRing, isVisible }) => !hasRing || !isVisible)).toEqual([]);
});

test('after a failed check the summary has the focus, and its line leads to the field', async () => {
  await openState('form-errors');
  await page.waitForFunction(() => document.activeElement?.classList.contains('summary'));
  await tabTo('Please Enter Aadhar', 1);
  await page.keyboard.press('Enter');
  expect((await readFocusStop()).label).toBe('aadhar');
});

/** Whether the focus is at an earlier stop, so that the cycle is complete. */
const hasComeRound = () =>
  page.evaluate(() => {
    const { visited = [] } = globalThis as unknown as { visited?: Element[] };
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) return false;
    Object.assign(globalThis, { visited: [...visited, activeElement] });
    return visited.includes(activeElement);
  });

test.each([
  ['form-clear', 'Clear'],
  ['view', 'View'],
  ['update', 'Application Update'],
  // Its menu closes when it opens.
  ['logout', 'Menu'],
  ['sign-up', 'Sign-Up'],
])('the dialog of %s keeps the focus, closes by Escape and gives the focus back', async (name, opener) => {
  await openState(name);
  const stops: FocusStop[] = [];
  for (let count = 0; count < 50 && !(await hasComeRound()); count += 1) {
    await page.keyboard.press('Tab');
    // Between the last stop and the first one the browser's own controls have the focus.
    if (await page.evaluate(() => document.activeElement !== document.body))
      stops.push(await readFocusStop());
  }
  expect(stops.length).toBeGreaterThan(0);
  expect(stops.filter(({ isInDialog }) => !isInDialog)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  expect((await readFocusStop()).label).toContain(opener);
});

test('nothing moves with reduced motion', async () => {
  await openState('loading');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});
