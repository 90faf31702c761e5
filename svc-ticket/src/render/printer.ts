import type { Browser } from 'puppeteer';
import { killChromium } from './chromium.ts';
import { inTime } from './in-time.ts';
import { memoryOf } from './memory.ts';
import type { Sheet } from './sheet.ts';
import { openSheets } from './sheets.ts';
import type { Template } from './template.ts';

const SET_UP_MS = 20_000;
const PRINT_MS = 5000;
const CLOSE_MS = 3000;
const LOOK_AT_MEMORY_EVERY = 100;
const MOST_MEGABYTES = 600;

/** One browser that prints tickets. */
export interface Printer {
  readonly browser: Browser;
  /** Lends a sheet to make a file with. @throws when it is not made in time. */
  use(make: (sheet: Sheet) => Promise<Buffer>): Promise<Buffer>;
  /** It has printed so much or grown so large that a fresh one should take its place. */
  isWorn(): boolean;
  /** Finishes what is in hand, then ends the browser. */
  retire(): Promise<void>;
}

interface PrinterOptions {
  readonly template: Template;
  /** After so many tickets it is worn. */
  readonly life: number;
}

/** Makes a browser ready to print; ends it when that fails. */
export async function setUpPrinter(browser: Browser, { template, life }: PrinterOptions): Promise<Printer> {
  const opening = Promise.all([openSheets(browser, template), memoryOf(browser)]);
  const [sheets, weigh] = await inTime(opening, SET_UP_MS, 'setting up the browser').catch((error) => {
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
      const file = await sheets.lend((sheet) => inTime(make(sheet), PRINT_MS, 'printing a ticket'));
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
