import { createHash } from 'node:crypto';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';
import type { Page } from 'puppeteer';
import type { LocalizedText, TicketContent } from '../domain/ticket-content.ts';
import { type BrowserOptions, BrowserPool, type PooledPage } from './browser-pool.ts';
import { type Html, html } from './html.ts';
import { toAccessiblePdf } from './pdf/accessible-pdf.ts';
import { loadTemplate, type Template, type TemplateName } from './template.ts';
import { type QrPath, renderTicketSheet } from './ticket-page.ts';

declare global {
  /** Defined by template/pages.js. */
  function prepareSheets(): Promise<void>;
  function showSheets(title: string, sheets: string): Promise<void>;
}

export interface PrintedTicket extends TicketContent {
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo: Buffer | undefined;
  readonly code: QrPath;
  /** Marks a trial's ticket. */
  readonly mark?: Required<LocalizedText>;
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
  /** One page for each sheet. */
  print(template: Template, title: string, sheets: readonly Html[]): Promise<Buffer>;
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
  const releaseMemory = async () => {
    sheetsSinceRelease = 0;
    await session.send('HeapProfiler.collectGarbage').catch(() => undefined);
  };
  if (firstTemplate) await setTemplate(firstTemplate);

  return {
    async print(template, title, sheets) {
      await setTemplate(template);
      const source = sheets.map((sheet) => sheet.source).join('');
      await page.evaluate((...shown) => showSheets(...shown), title, source);
      const { data } = await session.send('Page.printToPDF', PDF_OPTIONS);
      sheetsSinceRelease += sheets.length;
      if (sheetsSinceRelease >= RELEASE_INTERVAL) void releaseMemory();
      return toAccessiblePdf(Buffer.from(data, 'base64'), title);
    },
    releaseMemory,
    close: () => page.close(),
  };
}

export function toTicketSheet({ code: { size, path }, ...ticket }: PrintedTicket): Html {
  const code = html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="టికెట్‌ను సరిచూసే QR కోడ్ · QR code that checks this ticket"><path shape-rendering="crispEdges" d="${path}"></path></svg>
    <p class="caption">టికెట్‌ను సరిచూడటానికి స్కాన్ చేయండి <span lang="en">Scan to check this ticket</span> <bdi>${ticket.edition}</bdi></p>`;
  return renderTicketSheet({ ...ticket, code });
}

const TICKET_TIMEOUT_MS = 5000;

export class TicketRenderer {
  readonly #template = loadTemplate('ticket');
  readonly #pool: BrowserPool<RenderPage>;

  constructor({ ticketsPerBrowser, ...options }: BrowserOptions & { readonly ticketsPerBrowser: number }) {
    this.#pool = new BrowserPool({
      ...options,
      openPage: async (page) => openRenderPage(page, await this.#template),
      maxFiles: ticketsPerBrowser,
      printTimeoutMs: TICKET_TIMEOUT_MS,
    });
  }

  /** Returns one A4 page. @throws DependencyUnavailable when no browser starts or opens a page, another error when the ticket fails */
  print(ticket: PrintedTicket): Promise<Buffer> {
    return this.#pool.use(async (page) =>
      page.print(await this.#template, ticket.title, [toTicketSheet(ticket)]),
    );
  }

  /** Rejects while no browser starts. Resolves while the first one is starting, so that a restart causes no delay. */
  ready(): Promise<void> {
    return this.#pool.ready();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

const PACK_TIMEOUT_MS = 60_000;
const PACK_FILES_PER_BROWSER = 40;

export class PackRenderer {
  readonly #templates = new Map<TemplateName, Promise<Template>>();
  readonly #retryPolicy = retry(handleAll, { maxAttempts: 2, backoff: new ConstantBackoff(500) });
  readonly #pool: BrowserPool<RenderPage>;

  constructor(options: BrowserOptions) {
    this.#pool = new BrowserPool({
      ...options,
      openPage: (page) => openRenderPage(page),
      maxFiles: PACK_FILES_PER_BROWSER,
      printTimeoutMs: PACK_TIMEOUT_MS,
    });
  }

  /** One page for each sheet. @throws DependencyUnavailable when no browser starts or opens a page, or the last attempt's error */
  async print(name: TemplateName, title: string, sheets: readonly Html[]): Promise<Buffer> {
    const template = await this.#load(name);
    return this.#retryPolicy.execute(() =>
      this.#pool.use(async (page) => {
        const pdf = await page.print(template, title, sheets);
        await page.releaseMemory();
        return pdf;
      }),
    );
  }

  /** Changes with every version of the template. */
  async fingerprint(name: TemplateName): Promise<string> {
    const { html, script } = await this.#load(name);
    return createHash('sha256').update(html).update(script).digest('hex');
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #load(name: TemplateName): Promise<Template> {
    const template = this.#templates.get(name) ?? loadTemplate(name);
    this.#templates.set(name, template);
    return template;
  }
}
