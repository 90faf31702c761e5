import type { CDPSession, Page } from 'puppeteer';
import type { PreviewedTicket, PrintedTicket } from './printed-ticket.ts';
import type { Template } from './template.ts';

type Filling = PrintedTicket | PreviewedTicket;
type ShownTicket = Omit<Filling, 'photo'> & { readonly photo: string | null };

declare global {
  /** Defined by template/ticket.js. */
  function showTicket(ticket: ShownTicket): Promise<void>;
  function prepareTicket(): Promise<void>;
}

/** A page with the empty ticket, to be filled and printed again and again. */
export interface Sheet {
  /** A PDF. */
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** A PNG, 1000 pixels wide. */
  picture(ticket: PreviewedTicket): Promise<Buffer>;
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

/** In CSS pixels. */
const A4 = { width: (210 / 25.4) * 96, height: (297 / 25.4) * 96 };
const PICTURE_WIDTH = 1000;

const picture = {
  format: 'png',
  captureBeyondViewport: true,
  clip: { x: 0, y: 0, ...A4, scale: PICTURE_WIDTH / A4.width },
} as const;

const dataUrl = (jpeg: Buffer | undefined): string | null =>
  jpeg ? `data:image/jpeg;base64,${jpeg.toString('base64')}` : null;

const show = (page: Page, ticket: Filling): Promise<void> =>
  page.evaluate((shown) => showTicket(shown), { ...ticket, photo: dataUrl(ticket.photo) });

async function print(page: Page, session: CDPSession, ticket: PrintedTicket): Promise<Buffer> {
  await show(page, ticket);
  const { data } = await session.send('Page.printToPDF', paper);
  return Buffer.from(data, 'base64');
}

async function takePicture(page: Page, session: CDPSession, ticket: PreviewedTicket): Promise<Buffer> {
  await show(page, ticket);
  const { data } = await session.send('Page.captureScreenshot', picture);
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
  const counted = async (made: Promise<Buffer>) => {
    const file = await made;
    printed += 1;
    if (printed % TIDY_EVERY === 0) void tidy();
    return file;
  };

  return {
    print: (ticket) => counted(print(page, session, ticket)),
    picture: (ticket) => counted(takePicture(page, session, ticket)),
    async tidy() {
      await tidy();
    },
    close: () => page.close(),
  };
}
