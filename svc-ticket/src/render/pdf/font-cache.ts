import { createHash } from 'node:crypto';
import type { PdfObject } from './chromium-pdf.ts';

/** Shares identical fonts between parts, since every sheet repeats some texts. */
const FONT = /\/Length1 /;
const MAX_FONTS = 2000;

interface FontCache {
  /** Returns the number of an identical font; registers a new one under `number`. */
  find(object: PdfObject, number: number): number | undefined;
}

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
