import { rate } from '../statistics.ts';
import { htmlOf, printRaw } from './raw-page.ts';
import { sampleTicket } from './sample.ts';
import { withBrowser } from './with-browser.ts';

const TICKETS = 400;

/** Tickets a second that so many raw reused pages print side by side in one browser, and nothing else. */
export async function rawRate(pages: number): Promise<number> {
  const ticket = await sampleTicket();
  return withBrowser(async (browser) => {
    const html = await htmlOf(browser, ticket);
    const idle = await Promise.all(Array.from({ length: pages }, () => browser.newPage()));
    return rate(Array.from({ length: TICKETS }), pages, async () => {
      const page = idle.pop();
      if (!page) throw new Error('more at once than there are pages');
      await printRaw(page, html);
      idle.push(page);
    });
  });
}
