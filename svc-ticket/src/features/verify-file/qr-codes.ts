import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { VERIFY_PATH_PREFIX } from '../../domain/verify-url.ts';
import type { PageRasterizer, Pixels } from './page-rasterizer.ts';

const { resolve } = createRequire(import.meta.url);

// By default the library fetches it from the network.
const wasm = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

export const readCodes = (pixels: Pixels): Promise<ReadResult[]> =>
  readBarcodes(pixels as Parameters<typeof readBarcodes>[0], { formats: ['QRCode'] });

/** A module of an A4 page's code has three pixels, then eight. */
const RASTER_SIZES = [1400, 3500];

/** Returns each text once; scans at higher resolution when none is a ticket's. */
export async function findCodes(rasterize: PageRasterizer): Promise<string[]> {
  const texts = new Set<string>();
  for (const longestSide of RASTER_SIZES) {
    for (const { text } of await readCodes(await rasterize(longestSide))) texts.add(text);
    if ([...texts].some((text) => text.includes(VERIFY_PATH_PREFIX))) break;
  }
  return [...texts];
}
