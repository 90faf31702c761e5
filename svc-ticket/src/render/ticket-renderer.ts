import type { Log } from '@archaka/service-kit';
import type { PreviewedTicket, PrintedTicket } from './printed-ticket.ts';
import type { Chromium } from './sandbox.ts';
import { superviseRenderer } from './supervised-renderer.ts';
import { loadTemplate } from './template.ts';
import { openTicketPage } from './ticket-page.ts';

const PRINT_TIMEOUT_MS = 5000;

/** Prints tickets, whatever happens to its browser. */
export interface TicketRenderer {
  /**
   * The ticket as a PDF of one A4 page.
   * @throws PartDown when no browser starts; another error when this ticket fails or the browser dies over it.
   */
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** The preview as a PNG of that page; fails as `print` does. */
  screenshot(preview: PreviewedTicket): Promise<Buffer>;
  /** Rejects while no browser starts; one that is on its way does, so that a restart keeps nobody waiting for it. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface TicketRendererOptions {
  readonly chromium: Chromium;
  /** Where its browsers keep their files. */
  readonly tempDir: string;
  /** How many tickets a browser prints before it is replaced. */
  readonly ticketsPerBrowser: number;
  readonly log: Log;
}

/** Starts a browser at once and keeps one warm. */
export function startTicketRenderer({
  ticketsPerBrowser,
  ...options
}: TicketRendererOptions): TicketRenderer {
  const template = loadTemplate('ticket');
  const renderer = superviseRenderer({
    ...options,
    openPage: async (page) => openTicketPage(page, await template),
    maxFiles: ticketsPerBrowser,
    printTimeoutMs: PRINT_TIMEOUT_MS,
  });

  return {
    print: (ticket) => renderer.use((page) => page.print(ticket)),
    screenshot: (preview) => renderer.use((page) => page.screenshot(preview)),
    ready: renderer.ready,
    close: renderer.close,
  };
}
