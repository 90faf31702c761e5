import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Pixels, Sight } from './pixels.ts';
import { Unreadable } from './seen-page.ts';

const { resolve } = createRequire(import.meta.url);
const library = dirname(resolve('pdfjs-dist/package.json'));
const MOST_PIXELS = 120_000_000;

/** Nothing in the file is run, and nothing is loaded but what comes with the library. */
const safely = {
  isEvalSupported: false,
  enableXfa: false,
  useSystemFonts: false,
  maxImageSize: MOST_PIXELS,
  standardFontDataUrl: join(library, 'standard_fonts/'),
  cMapUrl: join(library, 'cmaps/'),
  wasmUrl: join(library, 'wasm/'),
  verbosity: 0,
} as const;

async function draw(page: PDFPageProxy, longestSide: number): Promise<Pixels> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longestSide / Math.max(width, height) });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  const picture: unknown = { canvas: null, canvasContext: context, viewport };
  await page.render(picture as Parameters<typeof page.render>[0]).promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

const obstacle = (error: unknown): Unreadable =>
  new Unreadable(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken');

/** Each page of a PDF as a scanner would see it. @throws Unreadable */
export async function* drawnPages(pdf: Uint8Array): AsyncGenerator<Sight> {
  try {
    const document = await getDocument({ ...safely, data: Uint8Array.from(pdf) }).promise;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      yield (longestSide) => draw(page, longestSide).catch((error) => Promise.reject(obstacle(error)));
      page.cleanup();
    }
  } catch (error) {
    throw obstacle(error);
  }
}
