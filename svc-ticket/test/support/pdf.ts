import { createCanvas } from '@napi-rs/canvas';
import jsqrModule from 'jsqr';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

/** A large document takes longer to open than to read a page of. */
const openDocuments = new WeakMap<Buffer, Promise<PDFDocumentProxy>>();

function openPdf(pdf: Buffer): Promise<PDFDocumentProxy> {
  const document = openDocuments.get(pdf) ?? getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  openDocuments.set(pdf, document);
  return document;
}

/** Text of a page (default: the first) with joined lines, and the document's metadata. */
export async function readPdf(pdf: Buffer, number = 1) {
  const document = await openPdf(pdf);
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const { info } = await document.getMetadata();
  const { Title: title, Language: language } = info as { Title: string; Language: string };
  const [width, height] = page.view.slice(2).map(Math.round);
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
  const tagged = (await document.getMarkInfo())?.Marked === true;
  return { pages: document.numPages, text, title, language, tagged, width, height };
}

/** The lines of all pages, as pdf.js finds them. */
export async function readLines(pdf: Buffer): Promise<string[]> {
  const document = await openPdf(pdf);
  const lines: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    lines.push(...text.split('\n').map((line) => line.trim()));
  }
  return lines;
}

/** The fonts in a PDF. */
export const listFonts = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => String(name));

const A4_WIDTH = 210;
/** Position of the code on a ticket, from the upper right corner of the page, in mm. */
const CODE = { width: 65, top: 85, height: 65 };

/** A page as printed at this resolution, or only the part that holds the code: RGBA pixels. */
async function renderPixels(pdf: Buffer, dpi: number, { number = 1, codeOnly = false } = {}) {
  const page = await (await openPdf(pdf)).getPage(number);
  const toPixels = (millimetres: number): number => Math.round((millimetres / 25.4) * dpi);
  const scale = toPixels(A4_WIDTH) / page.getViewport({ scale: 1 }).width;
  const full = page.getViewport({ scale });
  const [width, height] = codeOnly
    ? [toPixels(CODE.width), toPixels(CODE.height)]
    : [Math.round(full.width), Math.floor(full.height)];
  const offset = codeOnly ? { offsetX: width - full.width, offsetY: -toPixels(CODE.top) } : {};
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const viewport = page.getViewport({ scale, ...offset });
  const picture: unknown = { canvas: null, canvasContext: context, viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  return context.getImageData(0, 0, width, height);
}

/** The content of the QR code on a page (default: the first), read from a picture of 150 dpi. */
export async function readCode(pdf: Buffer, number = 1): Promise<string> {
  return scanCode(await renderPixels(pdf, 150, { number, codeOnly: true })).data;
}

/** The token of the ticket, from the address in its code. */
export async function readToken(pdf: Buffer): Promise<string> {
  const address = await readCode(pdf);
  return address.slice(address.lastIndexOf('/') + 1);
}

/** RGBA pixels, line by line. */
interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export async function readPng(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** The QR code in a picture, at any position. @throws Error without one */
export function scanCode({ data, width, height }: Pixels) {
  const code = jsqr(data, width, height);
  if (!code) throw new Error('no code can be read');
  return code;
}

interface Tag {
  readonly role?: string;
  readonly children?: readonly Tag[];
}

const collectRoles = ({ role, children = [] }: Tag): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(collectRoles),
];

/** The structure elements of a page, as reported to a screen reader. */
export async function readRoles(pdf: Buffer, number: number): Promise<string[]> {
  const tree: unknown = await (await (await openPdf(pdf)).getPage(number)).getStructTree();
  return collectRoles(tree as Tag);
}

/** A one-page PDF as a PNG of this resolution. */
export async function renderPng(pdf: Buffer, dpi: number): Promise<Buffer> {
  const { data, width, height } = await renderPixels(pdf, dpi);
  return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
