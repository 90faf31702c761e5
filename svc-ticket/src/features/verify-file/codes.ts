import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { BEFORE_TOKEN } from '../../domain/verify-address.ts';
import type { Pixels, Sight } from './pixels.ts';

const { resolve } = createRequire(import.meta.url);

// Without it the reader would be fetched from the network.
const reader = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(reader).buffer } });

/** The QR codes on a picture, wherever and however turned they are. */
export const readCodes = (pixels: Pixels): Promise<ReadResult[]> =>
  readBarcodes(pixels as Parameters<typeof readBarcodes>[0], { formats: ['QRCode'] });

/** The code of a ticket in an A4 page's corner has three pixels to a module, then eight. */
const LONGEST_SIDES = [1400, 3500];

/** What they say, each once; the page is looked at more sharply when none is a ticket's. */
export async function codesIn(sight: Sight): Promise<string[]> {
  const said = new Set<string>();
  for (const longestSide of LONGEST_SIDES) {
    for (const { text } of await readCodes(await sight(longestSide))) said.add(text);
    if ([...said].some((text) => text.includes(BEFORE_TOKEN))) break;
  }
  return [...said];
}
