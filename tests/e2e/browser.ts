import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit';
import {
  type Browser,
  type ElementHandle,
  type HTTPRequest,
  InterceptResolutionAction,
  type Page,
  type Viewport,
} from 'puppeteer';
import {
  adoptContexts,
  type BrowserOptions,
  connectToSharedBrowser,
  openPageInPool,
  returnAllContexts,
  returnToPool,
  startChromium,
} from './browser-contexts.ts';

export const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };
export const LAPTOP = { width: 1280, height: 900 };
/** Of every wait for a page: longer than a page's own polls and than most delays between retries. */
const TIMEOUT_MS = scaledTimeout(60_000);
/** Polling in each frame, puppeteer's default, renders the page sixty times a second while a test waits. */
const POLLING_MS = 50;

const sharedBrowsers = new WeakSet<Browser>();

/** The browser of this test process, or with options another one. `closeBrowser` ends its use. */
export async function openBrowser(options?: BrowserOptions): Promise<Browser> {
  const shared = options ? undefined : await connectToSharedBrowser();
  if (!shared) return startChromium(options);
  sharedBrowsers.add(shared);
  await adoptContexts(shared);
  return shared;
}

/** Closes it, or clears it for the next suite of this test process. */
export async function closeBrowser(browser: Browser | undefined): Promise<void> {
  if (!browser) return;
  if (!sharedBrowsers.has(browser)) return browser.close();
  await withinTimeout(returnAllContexts(browser));
  await browser.disconnect();
}

/** Full Chromium was observed never to respond to the close of a page that was reloading. */
async function withinTimeout(closed: Promise<unknown>): Promise<void> {
  closed.catch(() => undefined);
  await Promise.race([closed, pause(TIMEOUT_MS, undefined, { ref: false })]);
}

/** Faults of a page: script errors and violations of the content policy. */
export interface Faults {
  readonly list: string[];
}

/** Without the loader of a visit's first second and a half. */
const hideStartupLoader = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.loader-startup { display: none }');
    document.adoptedStyleSheets.push(sheet);
  });

export interface PageOptions {
  /** With the loader that a visit begins with. */
  readonly startup?: boolean;
  /** With the service worker; without it every request is the page's own, for tests that count or hold them. */
  readonly serviceWorker?: boolean;
  /** With an empty HTTP cache, for tests in which files fail. */
  readonly withoutFiles?: boolean;
}

/** A page with separate cookies and storage; with the service worker also with an empty HTTP cache. */
export async function openPage(
  browser: Browser,
  viewport: Viewport,
  { startup = false, serviceWorker = false, withoutFiles = serviceWorker }: PageOptions = {},
): Promise<{ page: Page; faults: Faults }> {
  const page = withoutFiles
    ? await (await browser.createBrowserContext()).newPage()
    : await openPageInPool(browser);
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewport(viewport);
  await page.setBypassServiceWorker(!serviceWorker);
  if (!startup) await hideStartupLoader(page);
  const faults: Faults = { list: [] };
  page.on('pageerror', (error) => faults.list.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.list.push(message.text());
  });
  return { page, faults };
}

/** Closes a page with its context; one that does not respond stays until its browser ends. */
export async function closePage(page: Page): Promise<void> {
  const context = page.browserContext();
  await withinTimeout(returnToPool(context).then((isReturned) => (isReturned ? undefined : context.close())));
}

export const openPhone = (browser: Browser, options?: PageOptions): Promise<{ page: Page; faults: Faults }> =>
  openPage(browser, PHONE, options);

/**
 * Waits for the button or link whose accessible name contains this text; of several, the one with the shortest name.
 * @param scope selector of the searched part of the page; of several, the last
 */
export async function findControl(page: Page, text: string, scope = 'body'): Promise<ElementHandle<Element>> {
  const found = await page.waitForFunction(
    (text, selector) => {
      const getName = (element: Element) =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
      const controls =
        [...document.querySelectorAll(selector)].at(-1)?.querySelectorAll('button, a[href]') ?? [];
      return [...controls]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .filter((control) => getName(control).includes(text))
        .sort((one, other) => getName(one).length - getName(other).length)[0];
    },
    { timeout: TIMEOUT_MS, polling: POLLING_MS },
    text,
    scope,
  );
  return found as ElementHandle<Element>;
}

/**
 * Passes each request of the page to the handler, which continues it. Listens before requests are intercepted: one
 * that is intercepted in between would never continue.
 */
export async function intercept(page: Page, handle: (request: HTTPRequest) => void): Promise<void> {
  page.on('request', (request) => {
    if (request.interceptResolutionState().action === InterceptResolutionAction.None) handle(request);
  });
  await page.setRequestInterception(true);
}

/**
 * Presses the button or link of this name, once it is hydrated, does not move, is enabled
 * and is not covered.
 * @throws Error that names the conditions not met, or the element that covers the control
 */
export async function clickControl(page: Page, text: string, scope?: string): Promise<void> {
  const target = await findControl(page, text, scope);
  const isPressed = (await waitUntilClickable(page, target, text)) && (await clickElement(target));
  if (!isPressed) await clickControl(page, text, scope);
}

/** @returns false if it was removed from the page */
async function waitUntilClickable(
  page: Page,
  target: ElementHandle<Element>,
  text: string,
): Promise<boolean> {
  const untilClickable = page.waitForFunction(
    async (element) => {
      if (!element.isConnected) return true;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const noted = element as Element & { obstacles?: unknown[] };
      noted.obstacles ??= ['no frame is rendered'];
      await new Promise(requestAnimationFrame);
      const laterBox = element.getBoundingClientRect();
      const isHydrated =
        !element.closest('#root') || Object.keys(element).some((key) => key.startsWith('__reactProps'));
      const uppermost = document.elementFromPoint(left + width / 2, top + height / 2);
      noted.obstacles = [
        (laterBox.left !== left || laterBox.top !== top) && 'it moves',
        !isHydrated && 'it is not hydrated',
        !element.contains(uppermost) && `covered by ${uppermost?.outerHTML.slice(0, 200)}`,
        element.matches(':disabled') && 'it is disabled',
      ].filter(Boolean);
      return noted.obstacles.length === 0;
    },
    {},
    target,
  );
  await untilClickable.catch(async (cause) => {
    const obstacles = await target
      .evaluate((element) => (element as { obstacles?: string[] }).obstacles)
      .catch(() => ['its page was left']);
    throw new Error(`'${text}' cannot be pressed: ${obstacles?.join(', ')}`, { cause });
  });
  return target.evaluate((element) => element.isConnected);
}

/** @returns false if a rendering moved it away from the pointer; a page that navigated was pressed */
async function clickElement(target: ElementHandle<Element>): Promise<boolean> {
  await target.evaluate((element) => {
    const note = (wasPressed: boolean) => Object.assign(element, { wasPressed });
    note(false);
    element.addEventListener('click', () => note(true), { capture: true, once: true });
  });
  await target.click().catch(async (error) => {
    if (await target.evaluate((element) => element.isConnected)) throw error;
  });
  const wasPressed = await target
    .evaluate((element) => (element as Element & { wasPressed?: boolean }).wasPressed)
    .catch(() => true);
  return wasPressed === true;
}

/** Opens the menu if it is closed behind a button, as on a phone. */
export async function openMenu(page: Page): Promise<void> {
  const closed = '.menu-button[aria-expanded="false"]';
  if (!(await (await page.$(closed))?.isVisible())) return;
  await clickControl(page, 'Menu', 'header');
  await page.waitForFunction((selector) => !document.querySelector(selector), {}, closed);
}

/** Changes the language of the open page, also behind a modal. */
export async function switchLanguage(page: Page, language: 'te' | 'en'): Promise<void> {
  if ((await page.$eval('html', ({ lang }) => lang)) === language) return;
  const switches = `.language-switch, .first-language [lang="${language}"]`;
  await page.$eval(switches, (button) => (button as HTMLButtonElement).click());
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, {}, language);
}

/** Replaces the text of the control of this name with key events, like a person. */
export async function typeInto(page: Page, name: string, text: string, scope = 'body'): Promise<void> {
  const control = (await page
    .locator(`${scope} :is(input, textarea)[name="${name}"]`)
    .waitHandle()) as ElementHandle<HTMLInputElement>;
  await control.focus();
  await control.evaluate((box) => box.select());
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text);
}

/** Chooses an option by its value. */
export async function chooseOption(page: Page, name: string, value: string): Promise<void> {
  await page.waitForSelector(`select[name="${name}"] option[value="${value}"]`);
  await page.select(`select[name="${name}"]`, value);
}

/** Ticks a radio button or checkbox by its value. */
export const tickBox = (page: Page, name: string, value: string): Promise<void> =>
  page.locator(`input[name="${name}"][value="${value}"]`).click();

/**
 * Waits until the page contains this text. A text that disappears again is awaited from before the press on: a busy
 * machine may look too late.
 */
export async function waitForText(page: Page, text: string): Promise<void> {
  try {
    await page.waitForFunction(
      (text) => document.body.textContent?.includes(text),
      { timeout: TIMEOUT_MS, polling: POLLING_MS },
      text,
    );
  } catch (error) {
    const pageText = await page.evaluate(() => document.body.textContent?.replace(/\s+/g, ' '));
    throw new Error(`'${text}' is not on ${page.url()}, which reads: ${pageText}`, { cause: error });
  }
}

/** Selects a file by the file picker. */
export async function pickFile(page: Page, name: string, path: string): Promise<void> {
  const input = await page.waitForSelector(`input[type="file"][name="${name}"]`);
  await (input as ElementHandle<HTMLInputElement>).uploadFile(path);
}
