import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import type { Page } from 'puppeteer';
import { type BrowserOptions, startBrowserPool } from './browser-pool.ts';
import { toJpegUrl } from './html.ts';
import type { PooledPage } from './page-cache.ts';
import { toAccessiblePdf } from './pdf/accessible-pdf.ts';
import type { PrintedTicket } from './printed-ticket.ts';
import {
  createTemplateLoader,
  hashTemplate,
  loadTemplate,
  type Template,
  type TemplateName,
} from './template.ts';

declare global {
  /** Defined by template/sheets.js. */
  function prepareSheets(): Promise<void>;
  function showSheets(contents: readonly object[]): Promise<void>;
}

/** Chromium keeps pictures of finished sheets in memory until a garbage collection is requested. */
const RELEASE_INTERVAL = 50;

const PDF_OPTIONS = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  transferMode: 'ReturnAsBase64',
} as const;

interface RenderPage extends PooledPage {
  /** One page for each content. */
  print(template: Template, contents: readonly object[]): Promise<Buffer>;
}

/** The page loads nothing from outside: by its policy, and by having no network. */
export async function openRenderPage(page: Page, firstTemplate?: Template): Promise<RenderPage> {
  const session = await page.createCDPSession();
  await page.setOfflineMode(true);
  await page.emulateMediaType('print');

  let currentTemplate: Template | undefined;
  let sheetsSinceRelease = 0;

  const setTemplate = async (template: Template) => {
    if (currentTemplate === template) return;
    if (currentTemplate) await page.goto('about:blank');
    currentTemplate = template;
    await page.setContent(template.html);
    await page.evaluate(template.script);
    await page.evaluate(() => prepareSheets());
  };
  const show = async (template: Template, contents: readonly object[]) => {
    await setTemplate(template);
    await page.evaluate((shown) => showSheets(shown), contents);
  };
  const releaseMemory = async () => {
    sheetsSinceRelease = 0;
    await session.send('HeapProfiler.collectGarbage').catch(() => undefined);
  };
  const toFile = ({ data }: { data: string }, sheets: number): Buffer => {
    sheetsSinceRelease += sheets;
    if (sheetsSinceRelease >= RELEASE_INTERVAL) void releaseMemory();
    return Buffer.from(data, 'base64');
  };
  if (firstTemplate) await setTemplate(firstTemplate);

  return {
    async print(template, contents) {
      await show(template, contents);
      const printed = await session.send('Page.printToPDF', PDF_OPTIONS);
      return toAccessiblePdf(toFile(printed, contents.length));
    },
    releaseMemory,
    close: () => page.close(),
  };
}

export const toPhotoUrl = (jpeg: Buffer | undefined): string | null => (jpeg ? toJpegUrl(jpeg) : null);

export const toTicketSheet = (ticket: PrintedTicket): object => ({
  ...ticket,
  photo: toPhotoUrl(ticket.photo),
});

const TICKET_TIMEOUT_MS = 5000;

export interface TicketRenderer {
  /** Returns one A4 page. @throws DependencyUnavailable when no browser starts or opens a page, another error when the ticket fails */
  print(ticket: PrintedTicket): Promise<Buffer>;
  /** Rejects while no browser starts. Resolves while the first one is starting, so that a restart causes no delay. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface TicketRendererOptions extends BrowserOptions {
  readonly ticketsPerBrowser: number;
}

export function startTicketRenderer({
  ticketsPerBrowser,
  ...options
}: TicketRendererOptions): TicketRenderer {
  const loading = loadTemplate('ticket');
  const pool = startBrowserPool({
    ...options,
    openPage: async (page) => openRenderPage(page, await loading),
    maxFiles: ticketsPerBrowser,
    printTimeoutMs: TICKET_TIMEOUT_MS,
  });

  return {
    print: (ticket) => pool.use(async (page) => page.print(await loading, [toTicketSheet(ticket)])),
    ready: pool.ready,
    close: pool.close,
  };
}

const PACK_TIMEOUT_MS = 60_000;
const PACK_FILES_PER_BROWSER = 40;
const packRetryPolicy = retry(handleAll, { maxAttempts: 2, backoff: new ConstantBackoff(500) });

export interface PackRenderer {
  /** One page for each content. @throws DependencyUnavailable when no browser starts or opens a page, or the last attempt's error */
  print(name: TemplateName, contents: readonly object[]): Promise<Buffer>;
  /** Changes with every version of the template. */
  fingerprint(name: TemplateName): Promise<string>;
  close(): Promise<void>;
}

export function startPackRenderer(options: BrowserOptions): PackRenderer {
  const loadOnce = createTemplateLoader();
  const pool = startBrowserPool({
    ...options,
    openPage: (page) => openRenderPage(page),
    maxFiles: PACK_FILES_PER_BROWSER,
    printTimeoutMs: PACK_TIMEOUT_MS,
  });
  const print = (name: TemplateName, contents: readonly object[]) =>
    pool.use(async (page) => {
      const pdf = await page.print(await loadOnce(name), contents);
      await page.releaseMemory();
      return pdf;
    });

  return {
    print: (name, contents) => packRetryPolicy.execute(() => print(name, contents)),
    fingerprint: async (name) => hashTemplate(await loadOnce(name)),
    close: pool.close,
  };
}
