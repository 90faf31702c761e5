import type { Browser, Page } from 'puppeteer';
import { killChromium } from './chromium.ts';
import { inTime, unlessAborted } from './in-time.ts';
import { memoryOf } from './memory.ts';
import { openSheets, type Reusable } from './sheets.ts';

const SET_UP_MS = 20_000;
const CLOSE_MS = 3000;
const LOOK_AT_MEMORY_EVERY = 100;
const MOST_MEGABYTES = 600;

/** One browser that prints. */
export interface Printer<Sheet extends Reusable> {
  readonly browser: Browser;
  /** Lends a sheet to make a file with. @throws when it is not made in time. */
  use(make: (sheet: Sheet) => Promise<Buffer>): Promise<Buffer>;
  /** It has printed so much or grown so large that a fresh one should take its place. */
  isWorn(): boolean;
  /** Finishes what is in hand, then ends the browser. */
  retire(): Promise<void>;
}

export interface PrinterOptions<Sheet extends Reusable> {
  /** Turns a blank page into a sheet. */
  readonly openSheet: (page: Page) => Promise<Sheet>;
  /** After so many files it is worn. */
  readonly life: number;
  /** A file that takes longer is given up, in ms. */
  readonly printMs: number;
}

/** Makes a browser ready to print; ends it when that fails or `signal` aborts. */
export async function setUpPrinter<Sheet extends Reusable>(
  browser: Browser,
  { openSheet, life, printMs, signal }: PrinterOptions<Sheet> & { readonly signal?: AbortSignal },
): Promise<Printer<Sheet>> {
  const opening = Promise.all([openSheets(browser, openSheet), memoryOf(browser)]);
  const isOpen = unlessAborted(opening, signal);
  const [sheets, weigh] = await inTime(isOpen, SET_UP_MS, 'setting up the browser').catch((error) => {
    killChromium(browser);
    throw error;
  });
  let printed = 0;
  let megabytes = 0;

  const lookAtMemory = async () => {
    megabytes = await weigh().catch(() => 0);
  };

  return {
    browser,
    async use(make) {
      const file = await sheets.lend((sheet) => inTime(make(sheet), printMs, 'printing'));
      printed += 1;
      if (printed % LOOK_AT_MEMORY_EVERY === 0) void lookAtMemory();
      return file;
    },
    isWorn: () => printed >= life || megabytes > MOST_MEGABYTES,
    async retire() {
      await sheets.allBack();
      await inTime(browser.close(), CLOSE_MS, 'closing the browser').catch(() => killChromium(browser));
    },
  };
}
