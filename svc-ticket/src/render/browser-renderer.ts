import type { Browser, Page } from 'puppeteer';
import { killChromium } from './chromium.ts';
import { createMemoryMeter } from './memory-meter.ts';
import { openPagePool, type PooledPage } from './page-pool.ts';
import { withAbort, withTimeout } from './with-timeout.ts';

const SET_UP_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 3000;
const MEMORY_CHECK_INTERVAL = 100;
const MAX_MEGABYTES = 600;

/** One browser that prints. */
export interface BrowserRenderer<RenderPage extends PooledPage> {
  readonly browser: Browser;
  /** Lends a sheet to make a file with. @throws when it is not made in time. */
  use(render: (page: RenderPage) => Promise<Buffer>): Promise<Buffer>;
  /** It has printed so much or grown so large that a fresh one should take its place. */
  needsRestart(): boolean;
  /** Finishes what is in hand, then ends the browser. */
  drain(): Promise<void>;
}

export interface BrowserRendererOptions<RenderPage extends PooledPage> {
  /** Turns a blank page into a sheet. */
  readonly openPage: (page: Page) => Promise<RenderPage>;
  /** After so many files it is worn. */
  readonly maxFiles: number;
  /** A file that takes longer is given up, in ms. */
  readonly printTimeoutMs: number;
}

/** Makes a browser ready to print; ends it when that fails or `signal` aborts. */
export async function startBrowserRenderer<RenderPage extends PooledPage>(
  browser: Browser,
  {
    openPage,
    maxFiles,
    printTimeoutMs,
    signal,
  }: BrowserRendererOptions<RenderPage> & { readonly signal?: AbortSignal },
): Promise<BrowserRenderer<RenderPage>> {
  const opening = Promise.all([openPagePool(browser, openPage), createMemoryMeter(browser)]);
  const opened = withAbort(opening, signal);
  const [pagePool, measureMemory] = await withTimeout(
    opened,
    SET_UP_TIMEOUT_MS,
    'setting up the browser',
  ).catch((error) => {
    killChromium(browser);
    throw error;
  });
  let printed = 0;
  let megabytes = 0;

  const updateMemory = async () => {
    megabytes = await measureMemory().catch(() => 0);
  };

  return {
    browser,
    async use(render) {
      const file = await pagePool.withPage((page) => withTimeout(render(page), printTimeoutMs, 'printing'));
      printed += 1;
      if (printed % MEMORY_CHECK_INTERVAL === 0) void updateMemory();
      return file;
    },
    needsRestart: () => printed >= maxFiles || megabytes > MAX_MEGABYTES,
    async drain() {
      await pagePool.whenIdle();
      await withTimeout(browser.close(), CLOSE_TIMEOUT_MS, 'closing the browser').catch(() =>
        killChromium(browser),
      );
    },
  };
}
