import type { Browser } from 'puppeteer';
import type { PrintedTicket } from '../../../svc-ticket/src/render/printed-ticket.ts';
import { openSheet } from '../../../svc-ticket/src/render/sheet.ts';
import { loadTemplate } from '../../../svc-ticket/src/render/template.ts';
import { median, timed } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { printPlain } from './plain-page.ts';
import { htmlOf, printRaw } from './raw-page.ts';
import { sampleTicket } from './sample.ts';
import { withBrowser } from './with-browser.ts';

const ROUNDS = 40;
const AIM = 1.25;

interface Way {
  readonly what: string;
  readonly print: () => Promise<unknown>;
  readonly ms: number[];
}

const way = (what: string, print: () => Promise<unknown>): Way => ({ what, print, ms: [] });

async function ways(browser: Browser, ticket: PrintedTicket) {
  const html = await htmlOf(browser, ticket);
  const bare = await browser.newPage();
  const sheet = await openSheet(await browser.newPage(), await loadTemplate());
  const inNewPage = async (owner: Browser) => {
    const page = await owner.newPage();
    await printRaw(page, html);
    await page.close();
  };
  return {
    ours: way("svc-ticket's sheet", () => sheet.print(ticket)),
    raw: way('a raw reused page', () => printRaw(bare, html)),
    newPage: way('a new page each', () => inNewPage(browser)),
    newBrowser: way('a fresh browser each', () => withBrowser(inNewPage)),
    plain: way('a plain pdfkit page', () => printPlain(ticket)),
  };
}

const figure = ({ what, ms }: Way, raw: Way, aim?: number): Figure => {
  const ratio = median(ms) / median(raw.ms);
  return {
    what: `printing a ticket: ${what}, median of ${ms.length}`,
    measured: `${median(ms).toFixed(1)} ms`,
    against: `raw reused page, same HTML: ${median(raw.ms).toFixed(1)} ms`,
    ratio: `${ratio.toFixed(2)}${aim === undefined ? '' : ` (aim ≤ ${aim})`}`,
    reached: aim === undefined || ratio <= aim,
  };
};

interface Rendering {
  readonly figures: Figure[];
  /** Median of svc-ticket's own way, in ms. */
  readonly oursMs: number;
}

/** What one ticket costs by svc-ticket's sheet, and the same ticket in other ways, in turn in one run. */
export async function benchRendering(): Promise<Rendering> {
  const ticket = await sampleTicket();
  return withBrowser(async (browser) => {
    const { ours, raw, ...others } = await ways(browser, ticket);
    const all = [ours, raw, ...Object.values(others)];
    for (const { print } of all) await print();
    for (let round = 0; round < ROUNDS; round++) {
      for (const { print, ms } of all) ms.push(await timed(print));
    }
    const figures = [figure(ours, raw, AIM), ...Object.values(others).map((one) => figure(one, raw))];
    return { figures, oursMs: median(ours.ms) };
  });
}
