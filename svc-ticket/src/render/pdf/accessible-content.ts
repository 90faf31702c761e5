import type { CarrierFonts } from './carrier-fonts.ts';
import { decodeHex, encodeHex } from './unicode-map.ts';

/** A font as a page's content uses it. Codes are four hexadecimal digits a glyph. */
export interface GlyphFont {
  /** Some of its glyphs are no single letters, as in Telugu. */
  readonly isShaped: boolean;
  toText(code: string): string;
  /** The advance, for a size of 1. */
  measure(code: string): number;
}

interface ContentOptions {
  /** Fonts by their names in the resources. */
  readonly fonts: ReadonlyMap<string, GlyphFont>;
  readonly carriers: CarrierFonts;
}

/** `x` and `y` count from the text matrix. */
interface Place {
  readonly matrix: string;
  readonly x: number;
  readonly y: number;
}

/** A glyph as Chromium paints it. */
interface Glyph extends Place {
  readonly font: string;
  readonly size: number;
  readonly code: string;
  /** Text of this glyph and of the following glyphs without text. */
  text: string;
}

const FONT = /^\/(\w+) ([\d.]+) Tf$/;
const GLYPHS = /^(?:(\S+) (\S+) Td )?<([\dA-F]+)> Tj$/;
const ACTUAL_TEXT = /^\/Span<<\/ActualText <([\dA-F]*)> >> BDC$/;

/** Reads consecutive text operators of Chromium, one a line. */
class TextReader {
  readonly #fonts: ContentOptions['fonts'];
  #font = '';
  #size = 0;
  #matrix = '';
  #x = 0;
  #y = 0;
  /** The ActualText that is open: its first glyph shows it, the others show nothing. */
  #actualText: string | undefined;
  #glyphs: Glyph[] = [];
  #lines: string[] = [];
  #hasActualText = false;

  constructor(fonts: ContentOptions['fonts']) {
    this.#fonts = fonts;
  }

  /** @returns whether the line belongs to the text */
  read(line: string): boolean {
    const isText = this.#readLine(line);
    if (isText) this.#lines.push(line);
    return isText;
  }

  /** The glyphs since the last call, and the lines that paint them. */
  endRun() {
    const run = { glyphs: this.#glyphs, lines: this.#lines, hasActualText: this.#hasActualText };
    this.#glyphs = [];
    this.#lines = [];
    this.#hasActualText = false;
    return run;
  }

  #readLine(line: string): boolean {
    if (line === 'BT' || line === 'ET') return true;
    if (line.endsWith(' Tj')) this.#readGlyphs(line);
    else if (line.endsWith(' Tf')) {
      const [, name = '', points] = FONT.exec(line) ?? [];
      [this.#font, this.#size] = [name, Number(points)];
    } else if (line.endsWith(' Tm')) {
      this.#matrix = line.slice(0, -' Tm'.length);
      [this.#x, this.#y] = [0, 0];
    } else if (line.endsWith(' BDC')) return this.#beginActualText(line);
    else return line === 'EMC' && this.#endActualText();
    return true;
  }

  #readGlyphs(line: string): void {
    const [, right = '0', up = '0', code = ''] = GLYPHS.exec(line) ?? [];
    this.#x += Number(right);
    this.#y += Number(up);
    const text = this.#actualText ?? this.#fonts.get(this.#font)?.toText(code) ?? '';
    if (this.#actualText !== undefined) this.#actualText = '';
    const place = { matrix: this.#matrix, x: this.#x, y: this.#y };
    this.#glyphs.push({ ...place, font: this.#font, size: this.#size, code, text });
  }

  #beginActualText(line: string): boolean {
    const [, hex] = ACTUAL_TEXT.exec(line) ?? [];
    if (hex === undefined) return false;
    this.#actualText = decodeHex(hex);
    this.#hasActualText = true;
    return true;
  }

  #endActualText(): boolean {
    if (this.#actualText === undefined) return false;
    const last = this.#glyphs.at(-1);
    if (last) last.text += this.#actualText;
    this.#actualText = undefined;
    this.#hasActualText = true;
    return true;
  }
}

const formatNumber = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** Writes only the operators that change the state. */
class TextWriter {
  readonly lines: string[] = [];
  #font = '';
  #place: Place = { matrix: '', x: 0, y: 0 };

  selectFont(name: string, size: number): void {
    const line = `/${name} ${size} Tf`;
    if (line !== this.#font) this.lines.push(line);
    this.#font = line;
  }

  show(glyph: Glyph): void {
    this.selectFont(glyph.font, glyph.size);
    this.showAt(glyph, glyph.code);
  }

  showAt({ matrix, x, y }: Place, codes: string): void {
    if (matrix !== this.#place.matrix) {
      this.lines.push(`${matrix} Tm`);
      this.#place = { matrix, x: 0, y: 0 };
    }
    const [right, up] = [formatNumber(x - this.#place.x), formatNumber(y - this.#place.y)];
    this.#place = { matrix, x, y };
    this.lines.push(`${right === '0' && up === '0' ? '' : `${right} ${up} Td `}<${codes}> Tj`);
  }
}

type Group = [Glyph, ...Glyph[]];

/** Splits at spaces, at lines, and where glyphs start or stop being letters. */
function toGroups(glyphs: readonly Glyph[], isShaped: (glyph: Glyph) => boolean): Group[] {
  const isSpace = ({ text }: Glyph): boolean => /^\s+$/u.test(text);
  const groups: Group[] = [];
  for (const glyph of glyphs) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const belongs =
      last?.matrix === glyph.matrix && isShaped(last) === isShaped(glyph) && isSpace(last) === isSpace(glyph);
    if (group && belongs) group.push(glyph);
    else groups.push([glyph]);
  }
  return groups;
}

/** Paints shaped glyphs and adds their text: as ActualText, and over the word as invisible letters for other readers. */
function writeGlyphs(glyphs: readonly Glyph[], { fonts, carriers }: ContentOptions): string[] {
  const writer = new TextWriter();
  const isShaped = ({ font }: Glyph): boolean => fonts.get(font)?.isShaped ?? false;

  const writeWord = (word: Group) => {
    const [first] = word;
    const text = word.map((glyph) => glyph.text).join('');
    writer.lines.push(`/Span<</ActualText <FEFF${encodeHex(text)}> >> BDC`);
    for (const glyph of word) writer.show(glyph);
    const { font, codes, letters } = carriers.encode(text);
    if (codes !== '') {
      const ends = word.map(({ font, code, x, size }) => x + (fonts.get(font)?.measure(code) ?? 0) * size);
      const width = Math.max(...ends) - first.x;
      const scale = letters > 0 ? (width / letters / first.size) * 100 : 100;
      writer.selectFont(font, first.size);
      writer.lines.push(`${formatNumber(scale)} Tz`);
      writer.showAt({ ...first, y: 0 }, codes);
      writer.lines.push('100 Tz');
      writer.selectFont(first.font, first.size);
    }
    writer.lines.push('EMC');
  };

  for (const group of toGroups(glyphs, isShaped)) {
    if (isShaped(group[0])) writeWord(group);
    else for (const glyph of group) writer.show(glyph);
  }
  return ['BT', ...writer.lines, 'ET'];
}

const BEGIN_MARKED = /B[DM]C$/;
const BUILD_PATH = / (?:m|l|c|v|y|re)$|^h$/;
const PAINT = /^(?:[fFsSBb]\*?)$|^\/\S+ (?:Do|sh)$/;

/**
 * Marks content outside of structure elements as an artifact, and makes each word extractable.
 * @param content as Chromium writes it, one line an operator
 */
export function toAccessibleContent(content: string, options: ContentOptions): string {
  const { fonts } = options;
  const written: string[] = [];
  const reader = new TextReader(fonts);
  let depth = 0;
  let path: string[] = [];

  const writeAsArtifact = (lines: readonly string[]) => {
    if (depth > 0) written.push(...lines);
    else written.push('/Artifact BMC', ...lines, 'EMC');
  };
  const endText = () => {
    const { glyphs, lines, hasActualText } = reader.endRun();
    if (glyphs.length === 0) return;
    const isLegible = !hasActualText && glyphs.every(({ font }) => !fonts.get(font)?.isShaped);
    writeAsArtifact(isLegible ? lines : writeGlyphs(glyphs, options));
  };

  for (const line of content.split('\n')) {
    if (reader.read(line)) continue;
    endText();
    if (BUILD_PATH.test(line)) {
      path.push(line);
      continue;
    }
    if (PAINT.test(line)) writeAsArtifact([...path, line]);
    else {
      written.push(...path, line);
      if (BEGIN_MARKED.test(line)) depth += 1;
      else if (line === 'EMC') depth -= 1;
    }
    path = [];
  }
  endText();
  return written.join('\n');
}
