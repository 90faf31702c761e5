import type { Log } from '@archaka/service-kit';
import { ConstantBackoff, handleAll, type RetryPolicy, retry } from 'cockatiel';
import type { Page } from 'puppeteer';
import type { LocalizedText, TicketContent } from '../domain/ticket-content.ts';
import { BrowserPool, type PooledPage } from './browser-pool.ts';
import { type Chromium, createTempDir, type TempDir } from './chromium.ts';
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

/** What is printed, and how long one browser serves. */
export interface Printing {
  /** Every page opens with it. */
  readonly firstTemplate?: TemplateName;
  readonly maxFiles: number;
  readonly printTimeoutMs: number;
  /** Chromium keeps pictures of finished sheets in memory until a garbage collection is requested. */
  readonly sheetsPerRelease: number;
  readonly maxRetries: number;
}

export const ticketPrinting: Printing = {
  firstTemplate: 'ticket',
  maxFiles: 5000,
  // Some 40 ms on an idle machine; a ticket that exceeds it is printed again.
  printTimeoutMs: 15_000,
  sheetsPerRelease: 50,
  maxRetries: 0,
};

export const packPrinting: Printing = {
  maxFiles: 40,
  printTimeoutMs: 60_000,
  sheetsPerRelease: 1,
  maxRetries: 2,
};

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
export async function openRenderPage(
  page: Page,
  { sheetsPerRelease }: Pick<Printing, 'sheetsPerRelease'>,
  firstTemplate?: Template,
): Promise<RenderPage> {
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
      if (sheetsSinceRelease >= sheetsPerRelease) void releaseMemory();
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

interface RendererOptions extends Printing {
  readonly chromium: Chromium;
  readonly log: Log;
}

/** Prints sheets of any template in a pool of browsers with a temporary folder of its own. */
export class SheetRenderer {
  readonly #templates = new Map<TemplateName, Promise<Template>>();
  readonly #retryPolicy: RetryPolicy;
  readonly #tempDir: TempDir;
  readonly #pool: BrowserPool<RenderPage>;

  private constructor({ maxRetries, firstTemplate, ...options }: RendererOptions, tempDir: TempDir) {
    this.#retryPolicy = retry(handleAll, { maxAttempts: maxRetries, backoff: new ConstantBackoff(500) });
    this.#tempDir = tempDir;
    this.#pool = new BrowserPool({
      ...options,
      tempDir: tempDir.path,
      openPage: async (page) =>
        openRenderPage(page, options, firstTemplate && (await this.#load(firstTemplate))),
    });
  }

  static async open(options: RendererOptions): Promise<SheetRenderer> {
    return new SheetRenderer(options, await createTempDir());
  }

  /** One A4 page for each sheet. @throws DependencyUnavailable when no browser starts or opens a page, or the last attempt's error */
  async print(name: TemplateName, title: string, sheets: readonly Html[]): Promise<Buffer> {
    const template = await this.#load(name);
    return this.#retryPolicy.execute(() => this.#pool.use((page) => page.print(template, title, sheets)));
  }

  /** Rejects while no browser starts. Resolves while the first one is starting, so that a restart causes no delay. */
  ready(): Promise<void> {
    return this.#pool.ready();
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await this.#tempDir.remove();
  }

  #load(name: TemplateName): Promise<Template> {
    const template = this.#templates.get(name) ?? loadTemplate(name);
    this.#templates.set(name, template);
    return template;
  }
}
