import { createCanvas } from '@napi-rs/canvas';
import jsqrModule from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

const open = (pdf: Buffer) => getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;

/** The text of a one-page PDF with its lines joined, and what it says of itself. */
export async function readPdf(pdf: Buffer) {
  const document = await open(pdf);
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const { info } = await document.getMetadata();
  const { Title: title, Language: language } = info as { Title: string; Language: string };
  const [width, height] = page.view.slice(2).map(Math.round);
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
  const tagged = (await document.getMarkInfo())?.Marked === true;
  return { pages: document.numPages, text, title, language, tagged, width, height };
}

/** The fonts that stand in a PDF. */
export const fontsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => String(name));

/** A one-page PDF as RGBA pixels, so many wide. */
export async function pixelsOf(pdf: Buffer, width: number) {
  const page = await (await open(pdf)).getPage(1);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = createCanvas(width, Math.floor(viewport.height));
  const context = canvas.getContext('2d');
  const picture: unknown = { canvas: null, canvasContext: context, viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Where the code stands on the page: its lower right corner, in mm. */
const CORNER = { width: 65, height: 90 };

/** That corner of a one-page PDF as a printer of this resolution would put it on paper. */
async function corner(pdf: Buffer, dpi: number) {
  const page = await (await open(pdf)).getPage(1);
  const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: dpi / 72 });
  const [width, height] = [(CORNER.width / 25.4) * dpi, (CORNER.height / 25.4) * dpi].map(Math.round) as [
    number,
    number,
  ];
  const viewport = page.getViewport({
    scale: dpi / 72,
    offsetX: width - pageWidth,
    offsetY: height - pageHeight,
  });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture: unknown = { canvas: null, canvasContext: context, viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  return context.getImageData(0, 0, width, height);
}

/** What the QR code on a one-page PDF says, read from a picture of 150 dpi. */
export async function readCode(pdf: Buffer): Promise<string> {
  const { data, width, height } = await corner(pdf, 150);
  const code = jsqr(data, width, height);
  if (!code) throw new Error('no code can be read');
  return code.data;
}
