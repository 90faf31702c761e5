import { createHash } from 'node:crypto';
import type { PdfObject } from './chromium-pdf.ts';

/** Fonts are the same in many parts: those of the words that stand on every sheet. */
const FONT = /\/Length1 /;
const MAX_FONTS = 2000;

export interface FontCache {
  /** The number of the same font if it is written already; else it is known by `number` from now on. */
  find(object: PdfObject, number: number): number | undefined;
}

/** Finds fonts that are written already. */
export function createFontCache(): FontCache {
  const numbers = new Map<string, number>();
  return {
    find({ body, stream }, number) {
      if (!stream || !FONT.test(body)) return undefined;
      const hash = createHash('sha256').update(body, 'latin1').update(stream).digest('base64');
      const existing = numbers.get(hash);
      if (existing === undefined && numbers.size < MAX_FONTS) numbers.set(hash, number);
      return existing;
    },
  };
}
