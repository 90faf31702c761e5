import type { Page } from 'puppeteer';
import type { PreviewedTicket, PrintedTicket } from './printed-ticket.ts';
import type { Template } from './template.ts';
import { openTemplatePage } from './template-page.ts';

/** A page with the empty ticket, to be filled and printed again and again. */
export interface TicketPage {
  /** A PDF. */
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** A PNG, 1000 pixels wide. */
  screenshot(ticket: PreviewedTicket): Promise<Buffer>;
  /** Gives back the memory that finished tickets left. */
  releaseMemory(): Promise<void>;
  close(): Promise<void>;
}

/** A photo as the templates show it; null where there is none that can be read. */
export const toPhotoUrl = (jpeg: Buffer | undefined): string | null =>
  jpeg ? `data:image/jpeg;base64,${jpeg.toString('base64')}` : null;

/** A ticket as its template shows it. */
const toTemplateData = (ticket: PrintedTicket | PreviewedTicket): object => ({
  ...ticket,
  photo: toPhotoUrl(ticket.photo),
});

/** Turns a blank page into a sheet. */
export async function openTicketPage(page: Page, template: Template): Promise<TicketPage> {
  const templatePage = await openTemplatePage(page);
  await templatePage.setTemplate(template);

  return {
    print: (ticket) => templatePage.print([toTemplateData(ticket)]),
    screenshot: (ticket) => templatePage.screenshot(toTemplateData(ticket)),
    releaseMemory: templatePage.releaseMemory,
    close: templatePage.close,
  };
}
