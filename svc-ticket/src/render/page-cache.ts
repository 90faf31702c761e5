import { dependencyUnavailable } from '@archaka/service-kit';
import type { Browser, Page } from 'puppeteer';
import { killChromium } from './chromium.ts';
import { withTimeout } from './with-timeout.ts';

const OPEN_PAGE_TIMEOUT_MS = 5000;
const CLOSE_PAGE_TIMEOUT_MS = 1000;
/** In a row; then the browser hangs, rather than that the machine is busy. */
const MAX_FAILED_OPENINGS = 3;

export interface PooledPage {
  releaseMemory(): Promise<void>;
  close(): Promise<void>;
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

/** Idle pages, of which the last one released is the next one acquired. */
export function createPageCache<PageType extends PooledPage>(
  browser: Browser,
  openPage: (page: Page) => Promise<PageType>,
) {
  const openNewPage = createPageOpener(browser, openPage);
  const idlePages: PageType[] = [];
  const closePage = (page: PageType): Promise<unknown> =>
    withTimeout(page.close(), CLOSE_PAGE_TIMEOUT_MS, 'closing a page').catch(() => killChromium(browser));

  return {
    /** Uses the page with which the browser starts. */
    async openFirst(): Promise<void> {
      const [blank = await browser.newPage()] = await browser.pages();
      idlePages.push(await openPage(blank));
    },
    acquire: async (): Promise<PageType> => idlePages.pop() ?? openNewPage(),
    release(page: PageType): void {
      idlePages.push(page);
    },
    closePage,
    async shrink(): Promise<void> {
      await Promise.all(idlePages.splice(1).map(closePage));
      await idlePages[0]?.releaseMemory();
    },
  };
}
