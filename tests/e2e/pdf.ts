import { createCanvas } from '@napi-rs/canvas';
import jsqrModule from 'jsqr';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  readonly pageCount: number;
  readonly text: string;
  /** The text of each page. */
  readonly pages: readonly string[];
  /** Points, rounded. */
  readonly pageSizes: readonly { readonly width: number; readonly height: number }[];
}

/** The text of a PDF, as for search and copying. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  const pageSizes: { width: number; height: number }[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    pageSizes.push({ width: Math.round(width), height: Math.round(height) });
    const content = await page.getTextContent();
    pages.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await task.destroy();
  return { pageCount: pages.length, text: pages.join('\n'), pages, pageSizes };
}

/** The pixels of a picture, whose first sample is red or grey. */
export interface PagePicture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The picture of each page of a PDF of pictures. */
export async function readPictures(bytes: Uint8Array): Promise<PagePicture[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), isOffscreenCanvasSupported: false, verbosity: 0 });
  const document = await task.promise;
  const pictures: PagePicture[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    const [name] = argsArray[fnArray.indexOf(OPS.paintImageXObject)] as [string];
    pictures.push(await new Promise<PagePicture>((resolve) => page.objs.get(name, resolve)));
  }
  await task.destroy();
  return pictures;
}

const SCALE = 150 / 72;

/** The first page of a PDF on paper at 150 dpi: red, green, blue, opacity of every pixel. */
export async function rasterizePdf(bytes: Uint8Array): Promise<PagePicture> {
  const task = getDocument({ data: bytes, verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: SCALE });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const canvasContext = canvas.getContext('2d');
  const renderOptions: unknown = { canvas: null, canvasContext, viewport };
  await page.render(renderOptions as Parameters<typeof page.render>[0]).promise;
  const { data, width, height } = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
  await task.destroy();
  return { data, width, height };
}

const jsqr = jsqrModule as unknown as typeof jsqrModule.default;

/** Reads the text of the QR code on a one-page PDF, rasterized at 150 dpi. @throws Error without a readable code */
export async function readQrCode(bytes: Uint8Array): Promise<string> {
  const { data, width, height } = await rasterizePdf(bytes);
  const code = jsqr(data, width, height);
  if (!code) throw new Error('no code can be read');
  return code.data;
}
