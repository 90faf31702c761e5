import { dependencyUnavailable, type Log } from '@archaka/service-kit';
import type { Browser, Page } from 'puppeteer';
import { killChromium, startChromium } from './chromium.ts';
import { createMemoryMeter } from './memory-meter.ts';
import type { Chromium } from './sandbox.ts';
import { withTimeout } from './with-timeout.ts';

const SET_UP_TIMEOUT_MS = 20_000;
const OPEN_PAGE_TIMEOUT_MS = 5000;
const CLOSE_PAGE_TIMEOUT_MS = 1000;
const CLOSE_TIMEOUT_MS = 3000;
/** After this idle time the pool closes all pages but one. */
const IDLE_MS = 2000;
/** In a row; then the browser hangs, rather than that the machine is busy. */
const MAX_FAILED_OPENINGS = 3;
const MEMORY_CHECK_INTERVAL = 100;
const MAX_MEGABYTES = 600;

export interface PooledPage {
  releaseMemory(): Promise<void>;
  close(): Promise<void>;
}

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

/** Ends a browser that fails again and again. The opener throws DependencyUnavailable. */
function createPageOpener<PageType>(browser: Browser, openPage: (page: Page) => Promise<PageType>) {
  let failures = 0;
  return async (): Promise<PageType> => {
    try {
      const opening = browser.newPage().then(openPage);
      const page = await withTimeout(opening, OPEN_PAGE_TIMEOUT_MS, 'opening a page');
      failures = 0;
      return page;
    } catch (error) {
      failures += 1;
      if (failures >= MAX_FAILED_OPENINGS) killChromium(browser);
      throw dependencyUnavailable('chromium', error);
    }
  };
}

export async function openPooledBrowser<PageType extends PooledPage>(
  browser: Browser,
  { openPage, maxFiles, printTimeoutMs }: PageOptions<PageType>,
  signal?: AbortSignal,
): Promise<PooledBrowser<PageType>> {
  const openNewPage = createPageOpener(browser, openPage);
  const closePage = (page: PageType): Promise<unknown> =>
    withTimeout(page.close(), CLOSE_PAGE_TIMEOUT_MS, 'closing a page').catch(() => killChromium(browser));

  const idlePages: PageType[] = [];
  const setUp = async () => {
    const [blank = await browser.newPage()] = await browser.pages();
    idlePages.push(await openPage(blank));
    return createMemoryMeter(browser);
  };
  const measureMemory = await withTimeout(setUp(), SET_UP_TIMEOUT_MS, 'setting up the browser', signal).catch(
    (error) => {
      killChromium(browser);
      throw error;
    },
  );

  const inFlight = new Set<Promise<Buffer>>();
  let idleTimer: NodeJS.Timeout | undefined;
  let files = 0;
  let megabytes = 0;

  const shrink = async () => {
    await Promise.all(idlePages.splice(1).map(closePage));
    await idlePages[0]?.releaseMemory();
  };
  const countFile = async () => {
    files += 1;
    if (files % MEMORY_CHECK_INTERVAL === 0) megabytes = await measureMemory().catch(() => 0);
  };
  const run = async (work: Work<PageType>): Promise<Buffer> => {
    const page = idlePages.pop() ?? (await openNewPage());
    try {
      const file = await withTimeout(work(page), printTimeoutMs, 'printing');
      idlePages.push(page);
      void countFile();
      return file;
    } catch (error) {
      await closePage(page);
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
        if (inFlight.size === 0) idleTimer = setTimeout(shrink, IDLE_MS).unref();
      }
    },
    isWorn: () => files >= maxFiles || megabytes > MAX_MEGABYTES,
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
