import type { Log } from '@archaka/service-kit';
import type { PreviewedTicket, PrintedTicket } from './printed-ticket.ts';
import type { Chromium } from './sandbox.ts';
import { openSheet } from './sheet.ts';
import { loadTemplate } from './template.ts';
import { keepPrinter } from './warm-printer.ts';

const PRINT_MS = 5000;

/** Prints tickets, whatever happens to its browser. */
export interface Press {
  /**
   * The ticket as a PDF of one A4 page.
   * @throws PartDown when no browser starts; another error when this ticket fails or the browser dies over it.
   */
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** The preview as a PNG of that page; fails as `print` does. */
  picture(preview: PreviewedTicket): Promise<Buffer>;
  /** Rejects while no browser starts; one that is on its way does, so that a restart keeps nobody waiting for it. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface PressOptions {
  readonly chromium: Chromium;
  /** Where its browsers keep their files. */
  readonly home: string;
  /** How many tickets a browser prints before it is replaced. */
  readonly browserLife: number;
  readonly log: Log;
}

/** Starts a browser at once and keeps one warm. */
export function openPress({ browserLife, ...options }: PressOptions): Press {
  const template = loadTemplate('ticket');
  const printer = keepPrinter({
    ...options,
    openSheet: async (page) => openSheet(page, await template),
    life: browserLife,
    printMs: PRINT_MS,
  });

  return {
    print: (ticket) => printer.use((sheet) => sheet.print(ticket)),
    picture: (preview) => printer.use((sheet) => sheet.picture(preview)),
    ready: printer.ready,
    close: printer.close,
  };
}
