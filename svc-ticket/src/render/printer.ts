import type { Browser } from 'puppeteer';
import { inTime } from './in-time.ts';
import { megabytesOf } from './memory.ts';
import type { PrintedTicket } from './printed-ticket.ts';
import { openSheets } from './sheets.ts';
import type { Template } from './template.ts';

const SET_UP_MS = 20_000;
const PRINT_MS = 5000;
const CLOSE_MS = 3000;
const TICKETS_BEFORE_WORN = 5000;
const LOOK_AT_MEMORY_EVERY = 100;
const MOST_MEGABYTES = 600;

/** One browser that prints tickets. */
export interface Printer {
  readonly browser: Browser;
  /** @throws when the ticket cannot be printed in time. */
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** It has printed so much or grown so large that a fresh one should take its place. */
  isWorn(): boolean;
  /** Finishes what is in hand, then ends the browser. */
  retire(): Promise<void>;
}

const kill = (browser: Browser) => browser.process()?.kill('SIGKILL');

/** Makes a browser ready to print; ends it when that fails. */
export async function setUpPrinter(browser: Browser, template: Template): Promise<Printer> {
  const opening = inTime(openSheets(browser, template), SET_UP_MS, 'setting up the browser');
  opening.catch(() => kill(browser));
  const sheets = await opening;
  let printed = 0;
  let megabytes = 0;

  const lookAtMemory = async () => {
    megabytes = await megabytesOf(browser).catch(() => 0);
  };

  return {
    browser,
    async print(ticket) {
      const pdf = await sheets.lend((sheet) => inTime(sheet.print(ticket), PRINT_MS, 'printing a ticket'));
      printed += 1;
      if (printed % LOOK_AT_MEMORY_EVERY === 0) void lookAtMemory();
      return pdf;
    },
    isWorn: () => printed >= TICKETS_BEFORE_WORN || megabytes > MOST_MEGABYTES,
    async retire() {
      await sheets.allBack();
      await inTime(browser.close(), CLOSE_MS, 'closing the browser').catch(() => kill(browser));
    },
  };
}
