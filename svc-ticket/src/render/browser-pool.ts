import { dependencyUnavailable, type Log } from '@archaka/service-kit';
import type { Browser, Page } from 'puppeteer';
import { killChromium, startChromium } from './chromium.ts';
import { createMemoryMeter } from './memory-meter.ts';
import { createPageCache, type PooledPage } from './page-cache.ts';
import type { Chromium } from './sandbox.ts';
import { withTimeout } from './with-timeout.ts';

const SET_UP_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 3000;
/** After this idle time the pool closes all pages but one. */
const IDLE_MS = 2000;
const MEMORY_CHECK_INTERVAL = 100;
const MAX_MEGABYTES = 600;

interface PageOptions<PageType extends PooledPage> {
  readonly openPage: (page: Page) => Promise<PageType>;
  readonly maxFiles: number;
  readonly printTimeoutMs: number;
}

type Work<PageType> = (page: PageType) => Promise<Buffer>;

interface PooledBrowser<PageType extends PooledPage> {
  /** Closes the page when the work fails. @throws DependencyUnavailable without a page; when the work fails or takes too long */
  use(work: Work<PageType>): Promise<Buffer>;
  /** True after `maxFiles` files or beyond the memory limit. */
  isWorn(): boolean;
  drain(): Promise<void>;
}

function createWearMeter(measureMemory: () => Promise<number>, maxFiles: number) {
  let files = 0;
  let megabytes = 0;
  return {
    async countFile(): Promise<void> {
      files += 1;
      if (files % MEMORY_CHECK_INTERVAL === 0) megabytes = await measureMemory().catch(() => 0);
    },
    isWorn: (): boolean => files >= maxFiles || megabytes > MAX_MEGABYTES,
  };
}

export async function openPooledBrowser<PageType extends PooledPage>(
  browser: Browser,
  { openPage, maxFiles, printTimeoutMs }: PageOptions<PageType>,
  signal?: AbortSignal,
): Promise<PooledBrowser<PageType>> {
  const pages = createPageCache(browser, openPage);
  const setUp = async () => {
    await pages.openFirst();
    return createMemoryMeter(browser);
  };
  const measureMemory = await withTimeout(setUp(), SET_UP_TIMEOUT_MS, 'setting up the browser', signal).catch(
    (error) => {
      killChromium(browser);
      throw error;
    },
  );
  const wearMeter = createWearMeter(measureMemory, maxFiles);

  const inFlight = new Set<Promise<Buffer>>();
  let idleTimer: NodeJS.Timeout | undefined;

  const run = async (work: Work<PageType>): Promise<Buffer> => {
    const page = await pages.acquire();
    try {
      const file = await withTimeout(work(page), printTimeoutMs, 'printing');
      pages.release(page);
      void wearMeter.countFile();
      return file;
    } catch (error) {
      await pages.closePage(page);
      throw error;
    }
  };

  return {
    async use(work) {
      clearTimeout(idleTimer);
      const running = run(work);
      inFlight.add(running);
      try {
        return await running;
      } finally {
        inFlight.delete(running);
        if (inFlight.size === 0) idleTimer = setTimeout(pages.shrink, IDLE_MS).unref();
      }
    },
    isWorn: wearMeter.isWorn,
    async drain() {
      await Promise.allSettled(inFlight);
      clearTimeout(idleTimer);
      await withTimeout(browser.close(), CLOSE_TIMEOUT_MS, 'closing the browser').catch(() =>
        killChromium(browser),
      );
    },
  };
}

interface BrowserPool<PageType extends PooledPage> {
  /** @throws DependencyUnavailable when no browser starts or opens a page; another error when this file fails or its browser dies */
  use(work: Work<PageType>): Promise<Buffer>;
  /** Rejects while no browser starts. Resolves while the first one is starting. */
  ready(): Promise<void>;
  /** Closes the browser once its work is done; kills one that is still starting. */
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly chromium: Chromium;
  readonly tempDir: string;
  readonly log: Log;
}

/** Starts a browser at once, and replaces it when it dies or is worn. */
export function startBrowserPool<PageType extends PooledPage>({
  chromium,
  tempDir,
  log,
  ...pageOptions
}: BrowserOptions & PageOptions<PageType>): BrowserPool<PageType> {
  let current: Promise<PooledBrowser<PageType>> | undefined;
  let active: PooledBrowser<PageType> | undefined;
  let hasFailed = false;
  let isClosed = false;
  const startAbort = new AbortController();

  const startBrowser = async (): Promise<PooledBrowser<PageType>> => {
    const { signal } = startAbort;
    const browser = await startChromium({ chromium, tempDir, signal });
    const pooled = await openPooledBrowser(browser, pageOptions, signal);
    browser.once('disconnected', () => replaceCrashed(pooled));
    active = pooled;
    hasFailed = false;
    return pooled;
  };
  const getBrowser = (): Promise<PooledBrowser<PageType>> => {
    current ??= startBrowser().catch((error) => {
      current = undefined;
      hasFailed = true;
      throw dependencyUnavailable('chromium', error);
    });
    return current;
  };
  const replace = () => {
    active = undefined;
    current = undefined;
    getBrowser().catch((error) => {
      if (!isClosed) log.error({ err: error.cause }, 'starting a browser failed');
    });
  };
  const replaceCrashed = (crashed: PooledBrowser<PageType>) => {
    if (isClosed || active !== crashed) return;
    log.warn('the browser crashed; starting another');
    replace();
  };
  const replaceWorn = (pooled: PooledBrowser<PageType>) => {
    if (isClosed || active !== pooled || !pooled.isWorn()) return;
    replace();
    void pooled.drain();
  };
  replace();

  return {
    async use(work) {
      const pooled = await getBrowser();
      const file = await pooled.use(work);
      replaceWorn(pooled);
      return file;
    },
    async ready() {
      if (hasFailed) await getBrowser();
    },
    async close() {
      isClosed = true;
      if (!active) startAbort.abort();
      await (await current?.catch(() => undefined))?.drain();
    },
  };
}
