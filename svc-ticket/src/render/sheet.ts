import type { Page } from 'puppeteer';
import { openPaper } from './paper.ts';
import type { PreviewedTicket, PrintedTicket } from './printed-ticket.ts';
import type { Template } from './template.ts';

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

/** A photo as the templates show it; null where there is none that can be read. */
export const shownPhoto = (jpeg: Buffer | undefined): string | null =>
  jpeg ? `data:image/jpeg;base64,${jpeg.toString('base64')}` : null;

/** A ticket as its template shows it. */
const shownTicket = (ticket: PrintedTicket | PreviewedTicket): object => ({
  ...ticket,
  photo: shownPhoto(ticket.photo),
});

/** Turns a blank page into a sheet. */
export async function openSheet(page: Page, template: Template): Promise<Sheet> {
  const paper = await openPaper(page);
  await paper.lay(template);

  return {
    print: (ticket) => paper.print([shownTicket(ticket)]),
    picture: (ticket) => paper.picture(shownTicket(ticket)),
    tidy: paper.tidy,
    close: paper.close,
  };
}
