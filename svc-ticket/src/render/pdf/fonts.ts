import type { PdfObject, PdfWriter } from './pdf-file.ts';

const utf16 = new TextDecoder('utf-16be');

/** UTF-16BE, with or without a byte order mark. */
export const decodeHex = (hex: string): string => utf16.decode(Buffer.from(hex, 'hex'));

/** UTF-16BE, without a byte order mark. */
export const encodeHex = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

const MAX_GLYPH = 0x10000;

/** Reads a ToUnicode table (ISO 32000-1, 9.10.3) as Chromium writes it: two bytes a glyph. Keys are glyphs. */
function parseUnicodeMap(table: string): Map<number, string> {
  const map = new Map<number, string>();
  const parse = (hex = '') => Number.parseInt(hex, 16);
  for (const [, body = ''] of table.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, glyph, text = ''] of body.matchAll(/<(\w+)>\s*<(\w+)>/g))
      map.set(parse(glyph), decodeHex(text));
  for (const [, body = ''] of table.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, first, last, text = ''] of body.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const start = decodeHex(text).codePointAt(0) ?? 0;
      for (let glyph = parse(first); glyph <= Math.min(parse(last), MAX_GLYPH); glyph += 1)
        map.set(glyph, String.fromCodePoint(start + glyph - parse(first)));
    }
  return map;
}

const MAX_ENTRIES = 100;

/** Writes a ToUnicode table. @param digits of a code, in hexadecimal */
function createUnicodeMap(digits: number, entries: readonly (readonly [code: number, text: string])[]) {
  const toHex = (code: number): string => code.toString(16).padStart(digits, '0');
  const blocks = [];
  for (let from = 0; from < entries.length; from += MAX_ENTRIES) {
    const block = entries.slice(from, from + MAX_ENTRIES);
    const lines = block.map(([code, text]) => `<${toHex(code)}> <${encodeHex(text)}>\n`);
    blocks.push(`${block.length} beginbfchar\n${lines.join('')}endbfchar\n`);
  }
  const [first, last] = ['0'.repeat(digits), 'F'.repeat(digits)];
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo\n<<  /Registry (Adobe)\n/Ordering (UCS)\n/Supplement 0\n>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<${first}> <${last}>\nendcodespacerange\n${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
}

const WIDTHS = /(\d+) (?:\[([^\]]*)\]|(\d+) ([-\d.]+))/g;

/** Reads /W (ISO 32000-1, 9.7.4.3), in thousandths by glyph. */
function parseWidths(body: string): Map<number, number> {
  const widths = new Map<number, number>();
  const [, table = ''] = /\/W \[(.*)/.exec(body) ?? [];
  for (const [, from, list, to, each] of table.matchAll(WIDTHS)) {
    const first = Number(from);
    if (list === undefined) for (let at = first; at <= Number(to); at += 1) widths.set(at, Number(each));
    else for (const [index, width] of list.split(' ').entries()) widths.set(first + index, Number(width));
  }
  return widths;
}

/** Letters that PDF readers treat as marks without a position, and letters that they omit. */
const UNPLACED_LETTER = /[\p{Mn}\p{Cf}\0]/u;
/** Stands for shaped glyphs, whose text is carried separately; a reader of this mapping extracts nothing. */
const NO_LETTER = '\u2060';

/** A font of Chromium. Codes in the content are four hexadecimal digits a glyph. */
export class GlyphFont {
  /** Some of its glyphs are no single letters, as in Telugu. */
  readonly isShaped: boolean;
  readonly #unicode: ReadonlyMap<number, string>;
  readonly #widths: ReadonlyMap<number, number>;
  readonly #otherWidth: number;

  /** @param descendant the body of the font's CIDFont */
  constructor(unicodeMap: string, descendant: string) {
    this.#unicode = parseUnicodeMap(unicodeMap);
    this.isShaped = [...this.#unicode.values()].some((text) => UNPLACED_LETTER.test(text));
    this.#widths = parseWidths(descendant);
    this.#otherWidth = Number(/\/DW (\d+)/.exec(descendant)?.[1] ?? 1000);
  }

  toText(code: string): string {
    const letters = this.#split(code).map((glyph) => this.#unicode.get(glyph) ?? '');
    return letters.join('').replaceAll('\0', '');
  }

  /** The advance, for a size of 1. */
  measure(code: string): number {
    const widths = this.#split(code).map((glyph) => this.#widths.get(glyph) ?? this.#otherWidth);
    return widths.reduce((sum, width) => sum + width, 0) / 1000;
  }

  /** A ToUnicode table by which readers extract none of its glyphs. */
  createHidingMap(): string {
    return createUnicodeMap(
      4,
      [...this.#unicode.keys()].map((glyph) => [glyph, NO_LETTER]),
    );
  }

  #split(code: string): number[] {
    return (code.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16));
  }
}

const MAX_LETTERS = 256;
/** A joiner belongs to the letter after it, since pdf.js leaves out what ends with one. */
const LETTER = /\p{Cf}*\P{Cf}/gu;
/** pdf.js does not advance at these. */
const MARK = /\p{Mn}/u;
const ADVANCE = 1000;
const OBJECTS_PER_FONT = 5;

/** A Type 3 font with empty glyphs: an invisible letter for each code. */
function createCarrierObjects(letters: readonly string[], font: number): PdfObject[] {
  const [descriptor, unicode, advancing, still] = [font + 1, font + 2, font + 3, font + 4];
  const isMark = letters.map((letter) => MARK.test(letter));
  const widths = isMark.map((mark) => (mark ? 0 : ADVANCE));
  const names = isMark.map((mark) => (mark ? '/still' : '/advancing'));
  const toStream = (number: number, text: string): PdfObject => ({
    number,
    body: `<</Length ${text.length}>>`,
    stream: Buffer.from(text, 'latin1'),
  });
  return [
    {
      number: font,
      body: `<</Type /Font\n/Subtype /Type3\n/FontBBox [0 0 0 0]\n/FontMatrix [.001 0 0 .001 0 0]\n/FirstChar 0\n/LastChar ${letters.length - 1}\n/Widths [${widths.join(' ')}]\n/Encoding <</Type /Encoding\n/Differences [0 ${names.join(' ')}]>>\n/CharProcs <</advancing ${advancing} 0 R\n/still ${still} 0 R>>\n/Resources <<>>\n/FontDescriptor ${descriptor} 0 R\n/ToUnicode ${unicode} 0 R>>`,
    },
    {
      number: descriptor,
      body: '<</Type /FontDescriptor\n/FontName /Carrier\n/Flags 4\n/ItalicAngle 0>>',
    },
    toStream(
      unicode,
      createUnicodeMap(
        2,
        letters.map((letter, index) => [index, letter]),
      ),
    ),
    toStream(advancing, `${ADVANCE} 0 d0`),
    toStream(still, '0 0 d0'),
  ];
}

/** As many fonts of invisible letters as the text needs. */
export class CarrierFonts {
  readonly #writer: PdfWriter;
  readonly #fonts: { readonly number: number; readonly codes: Map<string, number> }[] = [];

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  /**
   * Returns the name of a font in the page's resources, codes of two hexadecimal digits a letter, and how many of the
   * letters advance, each by the text's size.
   */
  encode(text: string): { readonly font: string; readonly codes: string; readonly letters: number } {
    const letters = text.match(LETTER) ?? [];
    const { number, codes } = this.#findFont(new Set(letters)) ?? this.#addFont();
    for (const letter of letters) if (!codes.has(letter)) codes.set(letter, codes.size);
    return {
      font: `Text${number}`,
      codes: Buffer.from(letters.map((letter) => codes.get(letter) ?? 0)).toString('hex'),
      letters: letters.filter((letter) => !MARK.test(letter)).length,
    };
  }

  /** Entries for the /Font of the resources; call it after all encoding. */
  resources(): string {
    return this.#fonts.map(({ number }) => `/Text${number} ${number} 0 R\n`).join('');
  }

  write(): void {
    for (const { number, codes } of this.#fonts)
      for (const object of createCarrierObjects([...codes.keys()], number)) this.#writer.writeObject(object);
  }

  #findFont(letters: ReadonlySet<string>) {
    return this.#fonts.find(
      ({ codes }) => codes.size + [...letters].filter((one) => !codes.has(one)).length <= MAX_LETTERS,
    );
  }

  #addFont() {
    const font = { number: this.#writer.allocate(OBJECTS_PER_FONT), codes: new Map<string, number>() };
    this.#fonts.push(font);
    return font;
  }
}
