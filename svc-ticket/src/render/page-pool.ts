import type { Browser, Page } from 'puppeteer';
import { killChromium } from './chromium.ts';
import { withTimeout } from './with-timeout.ts';

const OPEN_TIMEOUT_MS = 5000;
const CLOSE_TIMEOUT_MS = 1000;
/** After this long without work one sheet is kept and tidied. */
const IDLE_MS = 2000;

/** What a page of a browser was turned into. */
export interface PooledPage {
  /** Gives back the memory that finished work left. */
  releaseMemory(): Promise<void>;
  close(): Promise<void>;
}

/** The sheets of one browser: one at rest, more while they are needed. */
export interface PagePool<RenderPage extends PooledPage> {
  /** Lends a sheet. When the work fails its sheet is closed, with the browser when it cannot be closed alone. */
  withPage<Result>(work: (page: RenderPage) => Promise<Result>): Promise<Result>;
  /** Resolves once no sheet is lent. */
  whenIdle(): Promise<void>;
}

/** @param openPage turns a blank page into a sheet. */
export async function openPagePool<RenderPage extends PooledPage>(
  browser: Browser,
  openPage: (page: Page) => Promise<RenderPage>,
): Promise<PagePool<RenderPage>> {
  const [blank = await browser.newPage()] = await browser.pages();
  const idle: RenderPage[] = [await openPage(blank)];
  const inUse = new Set<Promise<unknown>>();
  let restTimer: NodeJS.Timeout | undefined;

  const close = (page: RenderPage): Promise<unknown> =>
    withTimeout(page.close(), CLOSE_TIMEOUT_MS, 'closing a sheet').catch(() => killChromium(browser));
  const shrink = async () => {
    await Promise.all(idle.splice(1).map(close));
    await idle[0]?.releaseMemory();
  };
  const openNewPage = async () =>
    withTimeout(browser.newPage().then(openPage), OPEN_TIMEOUT_MS, 'opening a sheet');

  const use = async <Result>(work: (page: RenderPage) => Promise<Result>): Promise<Result> => {
    const page = idle.pop() ?? (await openNewPage());
    try {
      const result = await work(page);
      idle.push(page);
      return result;
    } catch (error) {
      await close(page);
      throw error;
    }
  };

  return {
    async withPage(work) {
      clearTimeout(restTimer);
      const task = use(work);
      inUse.add(task);
      try {
        return await task;
      } finally {
        inUse.delete(task);
        if (inUse.size === 0) restTimer = setTimeout(shrink, IDLE_MS).unref();
      }
    },
    async whenIdle() {
      await Promise.allSettled(inUse);
      clearTimeout(restTimer);
    },
  };
}
