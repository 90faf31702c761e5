import type { Browser, Page } from 'puppeteer';
import type { PrintedTicket } from '../../../svc-ticket/src/render/renderer.ts';
import { openRenderPage, toTicketSheet } from '../../../svc-ticket/src/render/renderer.ts';
import { loadTemplate } from '../../../svc-ticket/src/render/template.ts';

/** The whole HTML of a ticket in svc-ticket's sheet. */
export async function renderHtml(browser: Browser, ticket: PrintedTicket): Promise<string> {
  const page = await browser.newPage();
  const renderPage = await openRenderPage(page);
  await renderPage.print(await loadTemplate(), ticket.title, [toTicketSheet(ticket)]);
  const html = await page.content();
  await page.close();
  return html;
}

/** The simplest way to print a ticket: sets its whole HTML on a page, then prints. */
export async function printHtml(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
}
