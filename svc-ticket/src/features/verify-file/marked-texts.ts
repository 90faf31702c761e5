import { decodeHex, type UnicodeMap } from '../../render/pdf/unicode-map.ts';
import type { PrintedText } from './scanned-page.ts';

/** A glyph that the file does not map to Unicode. */
export const UNKNOWN_GLYPH = '\ufffd';

const OPERATOR = new RegExp(
  [
    String.raw`\/(?<font>\w+)\s+(?<size>[-\d.]+)\s+Tf\b`,
    String.raw`<(?<glyphs>[\da-fA-F]+)>\s*Tj\b`,
    String.raw`(?<line>[-\d.]+)\s+Tm\b`,
    String.raw`\/\w+\s*<<(?<marks>.*?)>>\s*BDC\b`,
    String.raw`(?<plain>\/\w+\s+BMC\b)`,
    String.raw`(?<end>\bEMC\b)`,
  ].join('|'),
  'gs',
);

/** `meaning`: marked content whose ActualText replaces its glyphs. */
type Mark = 'text' | 'meaning' | 'other';

class TextReader {
  readonly texts: string[][] = [];
  readonly #fonts: ReadonlyMap<string, UnicodeMap>;
  readonly #marks: Mark[] = [];
  #font: UnicodeMap = new Map();
  #size = 0;
  #meaning = '';
  #line = 0;

  constructor(fonts: ReadonlyMap<string, UnicodeMap>) {
    this.#fonts = fonts;
  }

  readOperator({ font, size, glyphs, line, marks, plain, end }: Partial<Record<string, string>>): void {
    if (font) this.#use(font, Number(size));
    else if (glyphs) this.#show(glyphs);
    else if (line) this.#moveTo(Number(line));
    else if (marks !== undefined) this.#begin(marks);
    else if (plain) this.#marks.push('other');
    else if (end) this.#end();
  }

  #begin(marks: string): void {
    const meaning = /\/ActualText\s*<([\da-fA-F]*)>/.exec(marks)?.[1];
    const isText = marks.includes('/MCID');
    if (isText) this.#beginText();
    this.#meaning = meaning === undefined ? '' : decodeHex(meaning);
    this.#marks.push(meaning !== undefined ? 'meaning' : isText ? 'text' : 'other');
  }

  /** Its first line may be close to the last line of the previous text. */
  #beginText(): void {
    this.texts.push(['']);
    this.#line = Number.NaN;
  }

  #end(): void {
    this.#tellMeaning();
    this.#marks.pop();
  }

  #show(glyphs: string): void {
    if (this.#marks.includes('meaning')) {
      this.#tellMeaning();
      return;
    }
    for (const glyph of glyphs.toLowerCase().match(/.{1,4}/g) ?? []) {
      this.#write(this.#font.get(glyph) ?? UNKNOWN_GLYPH);
    }
  }

  /** Written at the first glyph: Chromium may open the marked content on the line before. */
  #tellMeaning(): void {
    this.#write(this.#meaning);
    this.#meaning = '';
  }

  #write(letters: string): void {
    const lines = this.texts.at(-1);
    if (lines && this.#marks.includes('text')) lines.push(`${lines.pop() ?? ''}${letters}`);
  }

  #use(font: string, size: number): void {
    this.#font = this.#fonts.get(font) ?? new Map();
    this.#size = size;
  }

  /** Vowel signs are slightly raised or lowered and still belong to the line. */
  #moveTo(line: number): void {
    if (Math.abs(line - this.#line) < this.#size) return;
    if (this.texts.at(-1)?.at(-1)) this.texts.at(-1)?.push('');
    this.#line = line;
  }
}

/**
 * Returns texts in reading order from content as Chromium writes it: marked content of the structure,
 * with ActualText where glyphs are not single letters, as in Telugu. PDF libraries lose it or guess spaces.
 */
export function readMarkedTexts(content: string, fonts: ReadonlyMap<string, UnicodeMap>): PrintedText[] {
  const reader = new TextReader(fonts);
  for (const { groups = {} } of content.matchAll(OPERATOR)) reader.readOperator(groups);
  return reader.texts.filter((lines) => lines.some((line) => line.trim() !== ''));
}
