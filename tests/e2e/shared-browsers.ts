import puppeteer, { type Browser } from 'puppeteer';
import { startChromium } from './chromium.ts';

const VARIABLE = 'TEST_BROWSERS';

/** The caller stops them after a signal, puppeteer at the end of the process. */
const WITHOUT_SIGNALS = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };

/** Starts a browser for each test process of the run; a variable contains their addresses. */
export async function startSharedBrowsers(count: number): Promise<readonly Browser[]> {
  const starting = Array.from({ length: count }, () => startChromium({}, WITHOUT_SIGNALS));
  const browsers = await Promise.all(starting);
  process.env[VARIABLE] = JSON.stringify(browsers.map((browser) => browser.wsEndpoint()));
  return browsers;
}

/** Connects to the browser of this test process; undefined outside a run. */
export async function connectToSharedBrowser(): Promise<Browser | undefined> {
  const addresses: string[] = JSON.parse(process.env[VARIABLE] ?? '[]');
  const browserWSEndpoint = addresses[Number(process.env.JEST_WORKER_ID) - 1];
  return browserWSEndpoint ? puppeteer.connect({ browserWSEndpoint }) : undefined;
}
