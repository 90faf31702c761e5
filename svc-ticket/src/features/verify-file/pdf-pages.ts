import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageRasterizer, Pixels } from './page-rasterizer.ts';
import { UnreadableFile } from './scanned-page.ts';

const { resolve } = createRequire(import.meta.url);
const libraryFolder = dirname(resolve('pdfjs-dist/package.json'));
const MAX_PIXELS = 120_000_000;

/** Runs nothing in the file and loads nothing but the library's own data. */
const SAFE_OPTIONS = {
  isEvalSupported: false,
  enableXfa: false,
  useSystemFonts: false,
  maxImageSize: MAX_PIXELS,
  standardFontDataUrl: join(libraryFolder, 'standard_fonts/'),
  cMapUrl: join(libraryFolder, 'cmaps/'),
  wasmUrl: join(libraryFolder, 'wasm/'),
  verbosity: 0,
} as const;

async function drawPage(page: PDFPageProxy, longestSide: number): Promise<Pixels> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longestSide / Math.max(width, height) });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  const picture: unknown = { canvas: null, canvasContext: context, viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

const toReadError = (error: unknown): UnreadableFile =>
  new UnreadableFile(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken');

/** @throws UnreadableFile */
export async function* drawPages(pdf: Uint8Array): AsyncGenerator<PageRasterizer> {
  try {
    const document = await getDocument({ ...SAFE_OPTIONS, data: Uint8Array.from(pdf) }).promise;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      yield (longestSide) => drawPage(page, longestSide).catch((error) => Promise.reject(toReadError(error)));
      page.cleanup();
    }
  } catch (error) {
    throw toReadError(error);
  }
}
