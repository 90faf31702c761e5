import type { Browser, Page } from 'puppeteer';
import { killChromium } from './chromium.ts';
import { inTime } from './in-time.ts';

const OPEN_MS = 5000;
const CLOSE_MS = 1000;
/** After this long without work one sheet is kept and tidied. */
const REST_MS = 2000;

/** What a page of a browser was turned into. */
export interface Reusable {
  /** Gives back the memory that finished work left. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** The sheets of one browser: one at rest, more while they are needed. */
export interface Sheets<Sheet extends Reusable> {
  /** Lends a sheet. When the work fails its sheet is closed, with the browser when it cannot be closed alone. */
  lend<Result>(work: (sheet: Sheet) => Promise<Result>): Promise<Result>;
  /** Resolves once no sheet is lent. */
  allBack(): Promise<void>;
}

/** @param openSheet turns a blank page into a sheet. */
export async function openSheets<Sheet extends Reusable>(
  browser: Browser,
  openSheet: (page: Page) => Promise<Sheet>,
): Promise<Sheets<Sheet>> {
  const [blank = await browser.newPage()] = await browser.pages();
  const idle: Sheet[] = [await openSheet(blank)];
  const lent = new Set<Promise<unknown>>();
  let resting: NodeJS.Timeout | undefined;

  const close = (sheet: Sheet): Promise<unknown> =>
    inTime(sheet.close(), CLOSE_MS, 'closing a sheet').catch(() => killChromium(browser));
  const rest = async () => {
    await Promise.all(idle.splice(1).map(close));
    await idle[0]?.tidy();
  };
  const open = async () => inTime(browser.newPage().then(openSheet), OPEN_MS, 'opening a sheet');

  const use = async <Result>(work: (sheet: Sheet) => Promise<Result>): Promise<Result> => {
    const sheet = idle.pop() ?? (await open());
    try {
      const result = await work(sheet);
      idle.push(sheet);
      return result;
    } catch (error) {
      await close(sheet);
      throw error;
    }
  };

  return {
    async lend(work) {
      clearTimeout(resting);
      const using = use(work);
      lent.add(using);
      try {
        return await using;
      } finally {
        lent.delete(using);
        if (lent.size === 0) resting = setTimeout(rest, REST_MS).unref();
      }
    },
    async allBack() {
      await Promise.allSettled(lent);
      clearTimeout(resting);
    },
  };
}
