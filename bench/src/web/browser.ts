import { CHROMIUM_FLAGS, findOrInstallChromium } from '@archaka/engines';
import puppeteer, { type Browser, type Page, PredefinedNetworkConditions } from 'puppeteer';
import type { Screen } from './screens.ts';

const CPU_SLOWDOWN = 4;
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };

export const openBrowser = async (): Promise<Browser> =>
  puppeteer.launch({ executablePath: await findOrInstallChromium(), args: [...CHROMIUM_FLAGS] });

/** Provides a phone's page with an empty cache, signed in as the screen's applicant. */
export async function withPage<Result>(
  browser: Browser,
  { session }: Pick<Screen, 'session'>,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.createBrowserContext();
  try {
    const [name = '', value = ''] = session?.cookie().split('=') ?? [];
    if (session) await context.setCookie({ name, value, domain: 'localhost' });
    const page = await context.newPage();
    await page.setViewport(PHONE);
    return await use(page);
  } finally {
    await context.close();
  }
}

/** Emulates a cheap phone on a slow line. */
export async function slowDown(page: Page): Promise<void> {
  await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
  await page.emulateCPUThrottling(CPU_SLOWDOWN);
}

/** Runs in the page: records the time from navigation start to the frame with the selector's element. */
const createUsableWatcher = (selector: string): string => `globalThis.usableAt = new Promise((resolve) => {
  const look = () =>
    document.querySelector(${JSON.stringify(selector)}) ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
});`;

/** Opens the screen at this origin; returns the milliseconds until it is usable. */
export async function openScreen(page: Page, origin: string, { path, usable }: Screen): Promise<number> {
  await page.evaluateOnNewDocument(createUsableWatcher(usable));
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
  return (await page.evaluate('usableAt')) as number;
}
