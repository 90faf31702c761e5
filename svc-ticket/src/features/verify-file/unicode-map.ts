/** Keys are glyphs as four hexadecimal digits. */
export type UnicodeMap = ReadonlyMap<string, string>;

const utf16 = new TextDecoder('utf-16be');
const MAX_GLYPH = 0x10000;

/** UTF-16BE, with or without a byte order mark. */
export const decodeHex = (hex: string): string => utf16.decode(Buffer.from(hex, 'hex'));

const toGlyphKey = (glyph: number): string => glyph.toString(16).padStart(4, '0');

function* expandRange(first: string, last: string, text: string): Generator<[string, string]> {
  const [from, to] = [Number.parseInt(first, 16), Math.min(Number.parseInt(last, 16), MAX_GLYPH)];
  const start = decodeHex(text).codePointAt(0) ?? 0;
  for (let glyph = from; glyph <= to; glyph += 1)
    yield [toGlyphKey(glyph), String.fromCodePoint(start + glyph - from)];
}

/** Reads a ToUnicode table (ISO 32000-1, 9.10.3) as Chromium writes it: two bytes a glyph. */
export function parseUnicodeMap(table: string): UnicodeMap {
  const map = new Map<string, string>();
  for (const [, body = ''] of table.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, glyph = '', text = ''] of body.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      map.set(glyph.toLowerCase(), decodeHex(text));
    }
  }
  for (const [, body = ''] of table.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, first = '', last = '', text = ''] of body.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      for (const [glyph, letter] of expandRange(first, last, text)) map.set(glyph, letter);
    }
  }
  return map;
}
