import { type Log, partDown } from '@archaka/service-kit';
import { startChromium } from './chromium.ts';
import { type Printer, type PrinterOptions, setUpPrinter } from './printer.ts';
import type { Chromium } from './sandbox.ts';
import type { Reusable } from './sheets.ts';

/** A printer that is always there, whatever happens to its browser. */
export interface WarmPrinter<Sheet extends Reusable> {
  /**
   * Lends a sheet to make a file with.
   * @throws PartDown when no browser starts; another error when this file fails or the browser dies over it.
   */
  use(make: (sheet: Sheet) => Promise<Buffer>): Promise<Buffer>;
  /** Rejects while no browser starts. */
  ready(): Promise<void>;
  /** Ends the browser when its work is done; one that still starts is killed. */
  close(): Promise<void>;
}

export interface WarmPrinterOptions<Sheet extends Reusable> extends PrinterOptions<Sheet> {
  readonly chromium: Chromium;
  /** Where its browsers keep their files. */
  readonly home: string;
  readonly log: Log;
}

/** Starts a browser at once and keeps one warm: a dead one is replaced, and so is one that is worn. */
export function keepPrinter<Sheet extends Reusable>(options: WarmPrinterOptions<Sheet>): WarmPrinter<Sheet> {
  const { chromium, home, log } = options;
  let current: Promise<Printer<Sheet>> | undefined;
  let serving: Printer<Sheet> | undefined;
  let failed = false;
  let closed = false;
  const abandoned = new AbortController();

  const start = async (): Promise<Printer<Sheet>> => {
    const browser = await startChromium({ chromium, home, signal: abandoned.signal });
    const printer = await setUpPrinter(browser, { ...options, signal: abandoned.signal });
    printer.browser.once('disconnected', () => lose(printer));
    serving = printer;
    failed = false;
    return printer;
  };
  const printer = (): Promise<Printer<Sheet>> => {
    current ??= start().catch((error) => {
      current = undefined;
      failed = true;
      throw partDown('chromium', error);
    });
    return current;
  };
  const replace = () => {
    serving = undefined;
    current = undefined;
    printer().catch((error) => {
      if (!closed) log.error({ err: error.cause }, 'no browser starts');
    });
  };
  const lose = (lost: Printer<Sheet>) => {
    if (closed || serving !== lost) return;
    log.warn('the browser has gone; starting another');
    replace();
  };
  const retireWorn = (worn: Printer<Sheet>) => {
    if (closed || serving !== worn || !worn.isWorn()) return;
    replace();
    void worn.retire();
  };
  replace();

  return {
    async use(make) {
      const mine = await printer();
      const file = await mine.use(make);
      retireWorn(mine);
      return file;
    },
    async ready() {
      if (failed) await printer();
    },
    async close() {
      closed = true;
      if (!serving) abandoned.abort();
      await (await current?.catch(() => undefined))?.retire();
    },
  };
}
