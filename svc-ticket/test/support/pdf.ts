import { createCanvas } from '@napi-rs/canvas';
import jsqrModule from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

const open = (pdf: Buffer) => getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;

/** The text of a one-page PDF, and what it says of itself. */
export async function readPdf(pdf: Buffer) {
  const document = await open(pdf);
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const { info } = await document.getMetadata();
  const { Title: title, Language: language } = info as { Title: string; Language: string };
  const [width, height] = page.view.slice(2).map(Math.round);
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  const tagged = (await document.getMarkInfo())?.Marked === true;
  return { pages: document.numPages, text, title, language, tagged, width, height };
}

/** A one-page PDF as a printed picture. */
async function picture(pdf: Buffer, dpi: number) {
  const page = await (await open(pdf)).getPage(1);
  const viewport = page.getViewport({ scale: dpi / 72 });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  await page.render({ canvas: null, canvasContext: context as unknown as CanvasRenderingContext2D, viewport }).promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** What the QR code on a one-page PDF says, read from a picture of 150 dpi. */
export async function readCode(pdf: Buffer): Promise<string> {
  const { data, width, height } = await picture(pdf, 150);
  const code = jsqr(data, width, height);
  if (!code) throw new Error('no code can be read');
  return code.data;
}
