import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

export interface ShownPage {
  /** Points, as it is shown. */
  readonly size: readonly number[];
  /** The text, with single spaces. */
  readonly text: string;
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

async function showPage(page: PDFPageProxy): Promise<ShownPage> {
  // PDFium and poppler know no other unit than a point.
  const viewport = page.getViewport({ scale: 1 / page.userUnit });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  const context = canvas.getContext('2d');
  const picture: unknown = { canvas: null, canvasContext: context, viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  const size = [viewport.width, viewport.height].map(Math.round);
  return { size, text: text.replace(/\s+/g, ' ').trim(), pixels: data, width, height };
}

/** The pages as pdf.js shows them, which shares no code with PDFium. */
export async function readPages(pdf: Uint8Array): Promise<ShownPage[]> {
  const document = await getDocument({
    data: Uint8Array.from(pdf),
    standardFontDataUrl: join(pdfjs, 'standard_fonts/'),
    cMapUrl: join(pdfjs, 'cmaps/'),
    // Its decoders of JBIG2 and JPEG 2000, and of colour profiles.
    wasmUrl: join(pdfjs, 'wasm/'),
    iccUrl: join(pdfjs, 'iccs/'),
    verbosity: 0,
  }).promise;
  const pages: ShownPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1)
    pages.push(await showPage(await document.getPage(number)));
  await document.destroy();
  return pages;
}

const BLOCK = 8;

/** The mean shades of red, green and blue in blocks of 8 × 8 pixels, so that edges drawn differently are equal. */
function readBlocks({ pixels, width, height }: ShownPage): Float64Array {
  const columns = Math.ceil(width / BLOCK);
  const sums = new Float64Array(columns * Math.ceil(height / BLOCK) * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (((y / BLOCK) | 0) * columns + ((x / BLOCK) | 0)) * 3 + channel;
        sums[at] = (sums[at] ?? 0) + (pixels[(y * width + x) * 4 + channel] ?? 0) / (BLOCK * BLOCK);
      }
  return sums;
}

/** The largest difference of a block's shades, of 255; infinite for pages of different sizes. */
export function compareShown(one: ShownPage, other: ShownPage): number {
  if (one.width !== other.width || one.height !== other.height) return Number.POSITIVE_INFINITY;
  const [left, right] = [readBlocks(one), readBlocks(other)];
  return left.reduce((largest, shade, at) => Math.max(largest, Math.abs(shade - (right[at] ?? 0))), 0);
}
