import { measureRate } from '../statistics.ts';
import { printHtml, renderHtml } from './raw-page.ts';
import { createSampleTicket } from './sample-ticket.ts';
import { withBrowser } from './with-browser.ts';

const TICKETS = 400;

/** Tickets a second of so many concurrent, reused raw pages in one browser. */
export async function measureRawRate(pages: number): Promise<number> {
  const ticket = await createSampleTicket();
  return withBrowser(async (browser) => {
    const html = await renderHtml(browser, ticket);
    const idle = await Promise.all(Array.from({ length: pages }, () => browser.newPage()));
    return measureRate(Array.from({ length: TICKETS }), pages, async () => {
      const page = idle.pop();
      if (!page) throw new Error('more concurrent prints than pages');
      await printHtml(page, html);
      idle.push(page);
    });
  });
}
