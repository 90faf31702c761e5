import type { CDPSession, Page } from 'puppeteer';
import type { Template } from './template.ts';

declare global {
  /** Defined by template/sheets.js. */
  function prepareSheets(): Promise<void>;
  function showSheets(contents: readonly object[]): Promise<void>;
}

/** A browser's page that is filled by a template and printed, again and again. */
export interface Paper {
  /** Puts an empty template on it, in place of any other. */
  lay(template: Template): Promise<void>;
  /** A PDF with a sheet for each content, each on a page of its own. */
  print(contents: readonly object[]): Promise<Buffer>;
  /** A PNG of one sheet, 1000 pixels wide. */
  picture(content: object): Promise<Buffer>;
  /** Gives back the memory that finished sheets left. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Pictures of finished sheets stay in memory until somebody asks for it. */
const TIDY_EVERY = 50;

const pdf = {
  preferCSSPageSize: true,
  printBackground: true,
  generateTaggedPDF: true,
  transferMode: 'ReturnAsBase64',
} as const;

/** In CSS pixels. */
const A4 = { width: (210 / 25.4) * 96, height: (297 / 25.4) * 96 };
const PICTURE_WIDTH = 1000;

const png = {
  format: 'png',
  captureBeyondViewport: true,
  clip: { x: 0, y: 0, ...A4, scale: PICTURE_WIDTH / A4.width },
} as const;

const show = (page: Page, contents: readonly object[]): Promise<void> =>
  page.evaluate((shown) => showSheets(shown), contents);

async function print(page: Page, session: CDPSession, contents: readonly object[]): Promise<Buffer> {
  await show(page, contents);
  const { data } = await session.send('Page.printToPDF', pdf);
  return Buffer.from(data, 'base64');
}

async function takePicture(page: Page, session: CDPSession, content: object): Promise<Buffer> {
  await show(page, [content]);
  const { data } = await session.send('Page.captureScreenshot', png);
  return Buffer.from(data, 'base64');
}

async function lay(page: Page, { html, script }: Template): Promise<void> {
  await page.setContent(html);
  await page.evaluate(script);
  await page.evaluate(() => prepareSheets());
}

/** Turns a blank page into paper. Nothing on it can load anything: by its policy, and by having no network. */
export async function openPaper(page: Page): Promise<Paper> {
  const session = await page.createCDPSession();
  await page.setOfflineMode(true);
  await page.emulateMediaType('print');

  let isBlank = true;
  let untidy = 0;
  const tidy = async () => {
    untidy = 0;
    await session.send('HeapProfiler.collectGarbage').catch(() => undefined);
  };
  const counted = async (made: Promise<Buffer>, sheets: number) => {
    const file = await made;
    untidy += sheets;
    if (untidy >= TIDY_EVERY) void tidy();
    return file;
  };

  return {
    async lay(template) {
      if (!isBlank) await page.goto('about:blank');
      isBlank = false;
      await lay(page, template);
    },
    print: (contents) => counted(print(page, session, contents), contents.length),
    picture: (content) => counted(takePicture(page, session, content), 1),
    tidy,
    close: () => page.close(),
  };
}
