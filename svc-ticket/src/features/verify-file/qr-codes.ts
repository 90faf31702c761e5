import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { VERIFY_PATH_PREFIX } from '../../domain/verify-url.ts';
import type { PageRasterizer, Pixels } from './page-rasterizer.ts';

const { resolve } = createRequire(import.meta.url);

// Without it the reader would be fetched from the network.
const wasm = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** The QR codes on a picture, wherever and however turned they are. */
export const readCodes = (pixels: Pixels): Promise<ReadResult[]> =>
  readBarcodes(pixels as Parameters<typeof readBarcodes>[0], { formats: ['QRCode'] });

/** The code of a ticket in an A4 page's corner has three pixels to a module, then eight. */
const RASTER_SIZES = [1400, 3500];

/** What they say, each once; the page is looked at more sharply when none is a ticket's. */
export async function findCodes(rasterize: PageRasterizer): Promise<string[]> {
  const texts = new Set<string>();
  for (const longestSide of RASTER_SIZES) {
    for (const { text } of await readCodes(await rasterize(longestSide))) texts.add(text);
    if ([...texts].some((text) => text.includes(VERIFY_PATH_PREFIX))) break;
  }
  return [...texts];
}
