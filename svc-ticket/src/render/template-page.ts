import type { CDPSession, Page } from 'puppeteer';
import type { Template } from './template.ts';

declare global {
  /** Defined by template/sheets.js. */
  function prepareSheets(): Promise<void>;
  function showSheets(contents: readonly object[]): Promise<void>;
}

/** A browser's page that is filled by a template and printed, again and again. */
export interface TemplatePage {
  /** Puts an empty template on it, in place of any other. */
  setTemplate(template: Template): Promise<void>;
  /** A PDF with a sheet for each content, each on a page of its own. */
  print(contents: readonly object[]): Promise<Buffer>;
  /** A PNG of one sheet, 1000 pixels wide. */
  screenshot(content: object): Promise<Buffer>;
  /** Gives back the memory that finished sheets left. */
  releaseMemory(): Promise<void>;
  close(): Promise<void>;
}

/** Pictures of finished sheets stay in memory until somebody asks for it. */
const RELEASE_INTERVAL = 50;

const PDF_OPTIONS = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  transferMode: 'ReturnAsBase64',
} as const;

/** In CSS pixels. */
const A4 = { width: (210 / 25.4) * 96, height: (297 / 25.4) * 96 };
const SCREENSHOT_WIDTH = 1000;

const PNG_OPTIONS = {
  format: 'png',
  captureBeyondViewport: true,
  clip: { x: 0, y: 0, ...A4, scale: SCREENSHOT_WIDTH / A4.width },
} as const;

const showContents = (page: Page, contents: readonly object[]): Promise<void> =>
  page.evaluate((shown) => showSheets(shown), contents);

async function print(page: Page, session: CDPSession, contents: readonly object[]): Promise<Buffer> {
  await showContents(page, contents);
  const { data } = await session.send('Page.printToPDF', PDF_OPTIONS);
  return Buffer.from(data, 'base64');
}

async function captureScreenshot(page: Page, session: CDPSession, content: object): Promise<Buffer> {
  await showContents(page, [content]);
  const { data } = await session.send('Page.captureScreenshot', PNG_OPTIONS);
  return Buffer.from(data, 'base64');
}

async function setTemplate(page: Page, { html, script }: Template): Promise<void> {
  await page.setContent(html);
  await page.evaluate(script);
  await page.evaluate(() => prepareSheets());
}

/** Turns a blank page into paper. Nothing on it can load anything: by its policy, and by having no network. */
export async function openTemplatePage(page: Page): Promise<TemplatePage> {
  const session = await page.createCDPSession();
  await page.setOfflineMode(true);
  await page.emulateMediaType('print');

  let isBlank = true;
  let sheetsSinceRelease = 0;
  const releaseMemory = async () => {
    sheetsSinceRelease = 0;
    await session.send('HeapProfiler.collectGarbage').catch(() => undefined);
  };
  const countSheets = async (made: Promise<Buffer>, sheets: number) => {
    const file = await made;
    sheetsSinceRelease += sheets;
    if (sheetsSinceRelease >= RELEASE_INTERVAL) void releaseMemory();
    return file;
  };

  return {
    async setTemplate(template) {
      if (!isBlank) await page.goto('about:blank');
      isBlank = false;
      await setTemplate(page, template);
    },
    print: (contents) => countSheets(print(page, session, contents), contents.length),
    screenshot: (content) => countSheets(captureScreenshot(page, session, content), 1),
    releaseMemory,
    close: () => page.close(),
  };
}
