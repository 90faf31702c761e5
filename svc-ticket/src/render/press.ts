import { type Log, partDown } from '@archaka/service-kit';
import { startChromium } from './chromium.ts';
import type { PreviewedTicket, PrintedTicket } from './printed-ticket.ts';
import { type Printer, setUpPrinter } from './printer.ts';
import type { Sheet } from './sheet.ts';
import { loadTemplate } from './template.ts';

/** Prints tickets, whatever happens to its browser. */
export interface Press {
  /**
   * The ticket as a PDF of one A4 page.
   * @throws PartDown when no browser starts; another error when this ticket fails or the browser dies over it.
   */
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** The preview as a PNG of that page; fails as `print` does. */
  picture(preview: PreviewedTicket): Promise<Buffer>;
  /** Resolves once a browser is warm. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface PressOptions {
  readonly chromium: string;
  /** Where its browsers keep their files. */
  readonly home: string;
  /** How many tickets a browser prints before it is replaced. */
  readonly browserLife: number;
  readonly log: Log;
}

/** Starts a browser at once and keeps one warm: a dead one is replaced, and so is one that is worn. */
export function openPress({ chromium, home, browserLife, log }: PressOptions): Press {
  const template = loadTemplate();
  let current: Promise<Printer> | undefined;
  let serving: Printer | undefined;
  let closed = false;

  const start = async (): Promise<Printer> => {
    const printer = await setUpPrinter(await startChromium(chromium, home), {
      template: await template,
      life: browserLife,
    });
    printer.browser.once('disconnected', () => lose(printer));
    serving = printer;
    return printer;
  };
  const printer = (): Promise<Printer> => {
    current ??= start().catch((error) => {
      current = undefined;
      throw partDown('chromium', error);
    });
    return current;
  };
  const replace = () => {
    serving = undefined;
    current = undefined;
    printer().catch((error) => log.error({ err: error.cause }, 'no browser starts'));
  };
  const lose = (lost: Printer) => {
    if (closed || serving !== lost) return;
    log.warn('the browser has gone; starting another');
    replace();
  };
  const retireWorn = (worn: Printer) => {
    if (closed || serving !== worn || !worn.isWorn()) return;
    replace();
    void worn.retire();
  };
  const use = async (make: (sheet: Sheet) => Promise<Buffer>) => {
    const mine = await printer();
    const file = await mine.use(make);
    retireWorn(mine);
    return file;
  };
  replace();

  return {
    print: (ticket) => use((sheet) => sheet.print(ticket)),
    picture: (preview) => use((sheet) => sheet.picture(preview)),
    async ready() {
      await printer();
    },
    async close() {
      closed = true;
      await (await current?.catch(() => undefined))?.retire();
    },
  };
}
