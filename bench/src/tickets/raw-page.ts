import type { Browser, Page } from 'puppeteer';
import type { PrintedTicket } from '../../../svc-ticket/src/render/printed-ticket.ts';
import { openRenderPage, toTicketSheet } from '../../../svc-ticket/src/render/renderer.ts';
import { loadTemplate } from '../../../svc-ticket/src/render/template.ts';

/** The whole HTML of a ticket as svc-ticket's sheet shows it. */
export async function renderHtml(browser: Browser, ticket: PrintedTicket): Promise<string> {
  const page = await browser.newPage();
  const renderPage = await openRenderPage(page);
  await renderPage.print(await loadTemplate(), [toTicketSheet(ticket)]);
  const html = await page.content();
  await page.close();
  return html;
}

/** The simplest that could print a ticket: its whole HTML set anew on a page, then printed. */
export async function printHtml(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
}
