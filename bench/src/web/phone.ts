import type { ApplicantSession } from '@archaka/test-kit';
import { type Browser, type Page, PredefinedNetworkConditions } from 'puppeteer';

const CPU_SLOWDOWN = 4;
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };

/** Provides a phone's page with an empty cache, signed in if there is a session. */
export async function withPage<Result>(
  browser: Browser,
  session: ApplicantSession | undefined,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.createBrowserContext();
  try {
    const [name = '', value = ''] = session?.cookie().split('=') ?? [];
    if (session) await context.setCookie({ name, value, domain: 'localhost' });
    const page = await context.newPage();
    await page.setViewport(PHONE);
    // The emulated network does not slow it down.
    await page.setBypassServiceWorker(true);
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
