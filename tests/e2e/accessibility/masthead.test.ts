import { expect, test } from '@jest/globals';
import type { ElementHandle, Page, Viewport } from 'puppeteer';
import { useDarkMode } from '../../screens/conditions.ts';
import { clickControl, findControl, LAPTOP, openMenu, PHONE, switchLanguage } from '../browser.ts';
import { createBrowserEnvironment } from '../specification/environment.ts';

const MIN_CONTRAST = 4.5;

const environment = createBrowserEnvironment();
let page: Page;

async function openHome(viewport: Viewport): Promise<void> {
  const session = await environment.registerApplicant();
  ({ page } = await environment.open('/', { viewport, session }));
  await findControl(page, 'Save', 'main');
}

/** Contrast of an element's text with the nearest painted background. */
const readContrast = (element: ElementHandle<Element>) =>
  element.evaluate((node) => {
    const toChannels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) =>
      toChannels(color)
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
    let ground: Element | null = node;
    while (ground && toChannels(getComputedStyle(ground).backgroundColor)[3] === 0)
      ground = ground.parentElement;
    const pair = [getComputedStyle(node).color, getComputedStyle(ground ?? node).backgroundColor].map(
      luminance,
    );
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  });

const readRows = () =>
  page.$$eval('.masthead-inner > *', (parts) => {
    const boxes = parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect());
    const middles = boxes.map(({ top, height }) => Math.round(top + height / 2));
    return new Set(middles.map((middle) => Math.round(middle / 20))).size;
  });

/** Controls of the masthead without sufficient contrast on hover or focus. */
async function findUnreadableControls(): Promise<string[]> {
  const unreadable: string[] = [];
  for (const control of await page.$$('.masthead :is(a:not(.skip), button)')) {
    if (!(await control.isVisible())) continue;
    const check = async (state: string) => {
      const contrast = await readContrast(control);
      const name = await control.evaluate(({ textContent, ariaLabel }) => ariaLabel ?? textContent);
      if (contrast < MIN_CONTRAST) unreadable.push(`${name} ${state}: ${contrast.toFixed(1)}`);
    };
    await control.hover();
    await check('hovered');
    await control.focus();
    await check('focused and hovered');
    await page.mouse.move(1, 700);
    await check('focused');
  }
  return unreadable;
}

test.each([
  ['a phone', PHONE],
  ['a laptop', LAPTOP],
] as const)(
  'every control of the masthead is readable under the pointer and with the focus on %s, in light and dark',
  async (_device, viewport) => {
    await openHome({ ...viewport, hasTouch: false, isMobile: false });
    await openMenu(page);
    expect(await findUnreadableControls()).toEqual([]);
    await useDarkMode(page);
    expect(await findUnreadableControls()).toEqual([]);
  },
);

test('the masthead is one row at every width, and no higher than 76 px', async () => {
  await openHome(PHONE);
  for (const language of ['te', 'en'] as const) {
    await switchLanguage(page, language);
    for (const width of [360, 720, 1023, 1024, 1280, 1920]) {
      await page.setViewport({ ...LAPTOP, width });
      const { clientHeight, clientWidth, scrollWidth } = await page.$eval('.masthead', (masthead) => ({
        clientHeight: masthead.clientHeight,
        clientWidth: masthead.clientWidth,
        scrollWidth: masthead.scrollWidth,
      }));
      expect({ width, rows: await readRows() }).toEqual({ width, rows: 1 });
      expect(clientHeight).toBeLessThanOrEqual(76);
      expect(scrollWidth).toBe(clientWidth);
    }
  }
});

test('on a laptop the pages are there without a press, and the rest in the menu of the user’s name', async () => {
  await openHome(LAPTOP);
  for (const name of ['Home', 'Application Form', 'About', 'Application History'])
    expect(await (await findControl(page, name, '.menu')).isVisible()).toBe(true);
  await openMenu(page);
  for (const name of ['My data', 'My sign-ins', 'Logout'])
    expect(await (await findControl(page, name, '.user-menu')).isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.$eval('.user-menu', (menu) => menu.checkVisibility())).toBe(false);
});

test('on a phone a toast leaves the summary of errors to be read', async () => {
  await openHome(PHONE);
  const isReadable = page.waitForFunction(() => {
    const [toast, summary] = ['.toast', '.summary:focus h3'].map((part) => document.querySelector(part));
    return toast && summary && toast.getBoundingClientRect().top > summary.getBoundingClientRect().bottom;
  });
  await Promise.all([isReadable, clickControl(page, 'Save', 'main')]);
});
