import type { CDPSession, Page } from 'puppeteer';
import type { PrintedTicket } from './printed-ticket.ts';
import type { Template } from './template.ts';

type ShownTicket = Omit<PrintedTicket, 'photo'> & { readonly photo: string | null };

declare global {
  /** Defined by template/ticket.js. */
  function showTicket(ticket: ShownTicket): Promise<void>;
  function prepareTicket(): Promise<void>;
}

/** A page with the empty ticket, to be filled and printed again and again. */
export interface Sheet {
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** Gives back the memory that finished tickets left. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Pictures of finished tickets stay in memory until somebody asks for it. */
const TIDY_EVERY = 50;

const paper = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  transferMode: 'ReturnAsBase64',
} as const;

const dataUrl = (jpeg: Buffer | undefined): string | null =>
  jpeg ? `data:image/jpeg;base64,${jpeg.toString('base64')}` : null;

async function print(page: Page, session: CDPSession, ticket: PrintedTicket): Promise<Buffer> {
  await page.evaluate((shown) => showTicket(shown), { ...ticket, photo: dataUrl(ticket.photo) });
  const { data } = await session.send('Page.printToPDF', paper);
  return Buffer.from(data, 'base64');
}

/** Turns a blank page into a sheet. Nothing on it can load anything: by its policy, and by having no network. */
export async function openSheet(page: Page, { html, script }: Template): Promise<Sheet> {
  const session = await page.createCDPSession();
  await page.setOfflineMode(true);
  await page.emulateMediaType('print');
  await page.setContent(html);
  await page.evaluate(script);
  await page.evaluate(() => prepareTicket());

  let printed = 0;
  const tidy = () => session.send('HeapProfiler.collectGarbage').catch(() => undefined);

  return {
    async print(ticket) {
      const pdf = await print(page, session, ticket);
      printed += 1;
      if (printed % TIDY_EVERY === 0) void tidy();
      return pdf;
    },
    async tidy() {
      await tidy();
    },
    close: () => page.close(),
  };
}
