import type { Browser } from 'puppeteer';
import type { PrintedTicket } from '../../../svc-ticket/src/render/renderer.ts';
import { openRenderPage, toTicketSheet } from '../../../svc-ticket/src/render/renderer.ts';
import { loadTemplate } from '../../../svc-ticket/src/render/template.ts';
import { measureMs, median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { renderPlainPdf } from './plain-page.ts';
import { printHtml, renderHtml } from './raw-page.ts';
import { createSampleTicket } from './sample-ticket.ts';
import { withBrowser } from './with-browser.ts';

const ROUNDS = 40;
const MAX_RATIO = 1.25;

interface Variant {
  readonly name: string;
  readonly print: () => Promise<unknown>;
  readonly ms: number[];
}

const createVariant = (name: string, print: () => Promise<unknown>): Variant => ({ name, print, ms: [] });

async function createVariants(browser: Browser, ticket: PrintedTicket) {
  const html = await renderHtml(browser, ticket);
  const bare = await browser.newPage();
  const template = await loadTemplate();
  const page = await openRenderPage(await browser.newPage());
  const withNewPage = async (browserOfPage: Browser) => {
    const page = await browserOfPage.newPage();
    await printHtml(page, html);
    await page.close();
  };
  return {
    ours: createVariant("svc-ticket's sheet", () =>
      page.print(template, ticket.title, [toTicketSheet(ticket)]),
    ),
    raw: createVariant('a raw reused page', () => printHtml(bare, html)),
    newPage: createVariant('a new page each', () => withNewPage(browser)),
    newBrowser: createVariant('a fresh browser each', () => withBrowser(withNewPage)),
    plain: createVariant('a plain pdfkit page', () => renderPlainPdf(ticket)),
  };
}

const createFigure = ({ name, ms }: Variant, raw: Variant, maxRatio?: number): Figure => {
  const ratio = median(ms) / median(raw.ms);
  return {
    name: `printing a ticket: ${name}, median of ${ms.length}`,
    measured: `${median(ms).toFixed(1)} ms`,
    target: `raw reused page, same HTML: ${median(raw.ms).toFixed(1)} ms`,
    ratio: `${ratio.toFixed(2)}${maxRatio === undefined ? '' : ` (target ≤ ${maxRatio})`}`,
    isReached: maxRatio === undefined || ratio <= maxRatio,
  };
};

interface RenderingResult {
  readonly figures: Figure[];
  /** Median of svc-ticket's rendering, in ms. */
  readonly oursMs: number;
}

/** Measures the cost of one ticket by svc-ticket's sheet and by alternatives, in turn in one run. */
export async function measureRendering(): Promise<RenderingResult> {
  const ticket = await createSampleTicket();
  return withBrowser(async (browser) => {
    const { ours, raw, ...others } = await createVariants(browser, ticket);
    const variants = [ours, raw, ...Object.values(others)];
    for (const { print } of variants) await print();
    for (let round = 0; round < ROUNDS; round++) {
      for (const { print, ms } of variants) ms.push(await measureMs(print));
    }
    const figures = [
      createFigure(ours, raw, MAX_RATIO),
      ...Object.values(others).map((variant) => createFigure(variant, raw)),
    ];
    return { figures, oursMs: median(ours.ms) };
  });
}
