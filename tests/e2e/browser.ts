import { findOrInstallChromium } from '@archaka/engines';
import puppeteer, { type Browser, type Page } from 'puppeteer';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };

export const openBrowser = async (): Promise<Browser> =>
  puppeteer.launch({ executablePath: await findOrInstallChromium(), args: FLAGS });

/** What went wrong in a page that no applicant should meet: errors of scripts and breaches of the content policy. */
export interface Faults {
  readonly list: string[];
}

/** A phone's page with a context, and so cookies and storage, of its own. */
export async function openPhone(browser: Browser): Promise<{ page: Page; faults: Faults }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(PHONE);
  const faults: Faults = { list: [] };
  page.on('pageerror', (error) => faults.list.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.list.push(message.text());
  });
  return { page, faults };
}

/** Presses the button or link whose text holds these words, once nothing lies over it any more. */
export async function press(page: Page, words: string): Promise<void> {
  const path = `::-p-xpath(//*[self::button or self::a][contains(normalize-space(.), "${words}")])`;
  const target = await page.waitForSelector(path, { visible: true, timeout: 15_000 });
  await page.waitForFunction(
    (element) => {
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = (element as Element).getBoundingClientRect();
      return element?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    },
    { timeout: 15_000 },
    target,
  );
  await target?.click();
}

/** Types into the control of this name, in place of what it holds. */
export const type = (page: Page, name: string, text: string): Promise<void> =>
  page.locator(`:is(input, textarea)[name="${name}"]`).fill(text);

/** Chooses an option by its value. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.waitForSelector(`select[name="${name}"] option[value="${value}"]`);
  await page.select(`select[name="${name}"]`, value);
}

/** Ticks a radio button or checkbox by its value. */
export const tick = (page: Page, name: string, value: string): Promise<void> =>
  page.locator(`input[name="${name}"][value="${value}"]`).click();

/** Waits until these words stand somewhere on the page. */
export async function reads(page: Page, words: string): Promise<void> {
  try {
    await page.waitForFunction(
      (text) => document.body.textContent?.includes(text),
      { timeout: 20_000 },
      words,
    );
  } catch (error) {
    const text = await page.evaluate(() => document.body.textContent?.replace(/\s+/g, ' '));
    throw new Error(`'${words}' is not on ${page.url()}, which reads: ${text}`, { cause: error });
  }
}

/** Picks a file as a person would. */
export async function pick(page: Page, name: string, path: string): Promise<void> {
  const input = await page.waitForSelector(`input[type="file"][name="${name}"]`);
  await (input as import('puppeteer').ElementHandle<HTMLInputElement>).uploadFile(path);
}
