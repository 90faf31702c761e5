/** Keys are glyphs as four hexadecimal digits. */
export type UnicodeMap = ReadonlyMap<string, string>;

const utf16 = new TextDecoder('utf-16be');
const MAX_GLYPH = 0x10000;

/** UTF-16BE, with or without a byte order mark. */
export const decodeHex = (hex: string): string => utf16.decode(Buffer.from(hex, 'hex'));

/** UTF-16BE, without a byte order mark. */
export const encodeHex = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

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

const MAX_ENTRIES = 100;

/** Writes a ToUnicode table. @param entries codes, all of one length, and their texts */
export function createUnicodeMap(entries: readonly (readonly [code: string, text: string])[]): string {
  const zeros = '0'.repeat(entries[0]?.[0].length ?? 0);
  const blocks = [];
  for (let from = 0; from < entries.length; from += MAX_ENTRIES) {
    const block = entries.slice(from, from + MAX_ENTRIES);
    const lines = block.map(([code, text]) => `<${code}> <${encodeHex(text)}>\n`);
    blocks.push(`${block.length} beginbfchar\n${lines.join('')}endbfchar\n`);
  }
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo\n<<  /Registry (Adobe)\n/Ordering (UCS)\n/Supplement 0\n>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<${zeros}> <${zeros.replaceAll('0', 'F')}>\nendcodespacerange\n${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
}
