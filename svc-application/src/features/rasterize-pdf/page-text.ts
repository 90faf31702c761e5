import { UnusableFile } from '@archaka/service-kit/decoder-program';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Matrix, PdfiumPage } from './pdfium-page.ts';

/** A run of characters on one line, as they follow each other on paper: right-to-left ones are reversed. */
export interface Word {
  readonly text: string;
  /** Where it starts, in points from the bottom left of the shown page. */
  readonly x: number;
  readonly y: number;
  /** Of its base line, in radians. */
  readonly angle: number;
  /** Points. */
  readonly width: number;
  /** Points to the next word where a space follows, else 0. */
  readonly space: number;
  /** Points. */
  readonly size: number;
}

interface Character {
  readonly text: string;
  readonly index: number;
}

const MAX_CHARACTERS = 200_000;
const MAX_WORD = 200;
/** PDFium's mark of a hyphen at the end of a line. */
const LINE_HYPHEN = 2;
const [FIRST_HIGH, FIRST_LOW, AFTER_LOW] = [0xd800, 0xdc00, 0xe000];

const [SPACE, BREAK] = [/^[\s\u00a0]$/u, /^[\r\n]$/];

type Point = readonly [x: number, y: number];

const project = ([cos, sin]: Point, from: Point, to: Point): number =>
  (to[0] - from[0]) * cos + (to[1] - from[1]) * sin;

/** In units of the font's size: of a space at the end of a line, and of the widest. */
const [DEFAULT_SPACE, MIN_SPACE, MAX_SPACE] = [0.25, 0.05, 20];

function measureSpace(word: Word, next: Word | undefined): number {
  const { x, y, angle, width, size } = word;
  const direction = [Math.cos(angle), Math.sin(angle)] as const;
  const gap = next ? project(direction, [x, y], [next.x, next.y]) - width : 0;
  return gap > MIN_SPACE * size && gap < MAX_SPACE * size ? gap : DEFAULT_SPACE * size;
}

function readCharacters(pdfium: WrappedPdfiumModule, textPage: number): Character[] {
  const count = pdfium.FPDFText_CountChars(textPage);
  if (count > MAX_CHARACTERS) throw new UnusableFile('too-complex');
  const characters: Character[] = [];
  let high = 0;
  for (let index = 0; index < count; index += 1) {
    const code = pdfium.FPDFText_GetUnicode(textPage, index);
    if (code >= FIRST_HIGH && code < FIRST_LOW) high = code;
    else if (code >= FIRST_LOW && code < AFTER_LOW) {
      if (high) characters.push({ text: String.fromCharCode(high, code), index });
      high = 0;
    } else if (code === LINE_HYPHEN && pdfium.FPDFText_IsHyphen(textPage, index) === 1)
      characters.push({ text: '-', index }, { text: '\n', index });
    else if (code >= 32 || code === 10 || code === 13 || code === 9)
      characters.push({ text: String.fromCodePoint(Math.min(code, 0x10ffff)), index });
    // A letter without a meaning.
    else characters.push({ text: '', index });
  }
  return characters;
}

/** PDFium's own fonts have Latin, Greek and Cyrillic letters; it leaves out others whose font the file does not embed. */
const [FIRST_MISSING, AFTER_MISSING, FIRST_ASIAN] = [0x590, 0x1d00, 0x2e80];
const isMissingScript = (code: number): boolean =>
  (code >= FIRST_MISSING && code < AFTER_MISSING) || code >= FIRST_ASIAN;
const PRIVATE_USE = /\p{Co}/u;
/** Text above a scan, which is not drawn. */
const INVISIBLE = 3;

/** Codes of letters, digits and signs. */
const CODES = Array.from({ length: 0xdf }, (_, at) => 0x21 + at);
const LETTER = /[\p{L}\p{N}]/u;
const SIGNS_FONT = /dingbats/i;

/** The text of a page in the order in which readers extract it. */
export class PageText {
  readonly #pdfium: WrappedPdfiumModule;
  readonly #page: PdfiumPage;
  readonly #textPage: number;
  readonly #matrix: Matrix;
  /** Whether letters of these fonts are drawn as themselves. */
  readonly #fonts = new Map<number, boolean>();

  constructor(pdfium: WrappedPdfiumModule, page: PdfiumPage) {
    this.#pdfium = pdfium;
    this.#page = page;
    this.#textPage = pdfium.FPDFText_LoadPage(page.address);
    this.#matrix = page.readMatrix();
  }

  /** Only the words that are drawn. @throws UnusableFile */
  readWords(isDrawn: (word: Word) => boolean): Word[] {
    if (this.#textPage === 0) return [];
    const words: Word[] = [];
    let letters: Character[] = [];
    let hasSpace = false;
    const finish = () => {
      if (letters.length > 0) {
        this.#assertFonts(letters);
        const word = this.#toWord(letters, hasSpace);
        if (word.text && isDrawn(word)) words.push(word);
      }
      letters = [];
      hasSpace = false;
    };
    for (const character of readCharacters(this.#pdfium, this.#textPage)) {
      if (BREAK.test(character.text)) finish();
      else if (SPACE.test(character.text)) hasSpace = true;
      else {
        if (hasSpace || letters.length === MAX_WORD) finish();
        letters.push(character);
      }
    }
    finish();
    return words.map((word, at) => ({ ...word, space: word.space && measureSpace(word, words[at + 1]) }));
  }

  /** @throws UnusableFile for a visible letter that the picture of the page lacks, or shows as another */
  #assertFonts(letters: readonly Character[]): void {
    for (const { text, index } of letters) {
      const object = this.#findUnembedded(index);
      if (object === undefined) continue;
      const isMissing = isMissingScript(text.codePointAt(0) ?? 0) && !PRIVATE_USE.test(text);
      const isEmpty = LETTER.test(text) && this.#isEmpty(object);
      if (isMissing || isEmpty || !this.#knowsLetters(this.#pdfium.FPDFTextObj_GetFont(object)))
        throw new UnusableFile('font-missing');
    }
  }

  /** As wide as its letters, without any glyph that PDFium knows. */
  #isEmpty(object: number): boolean {
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#page.readBounds(object) ?? [];
    return right > left && top === bottom;
  }

  /** The numbers of glyphs in a font that the file lacks mean others in PDFium's; letters by their codes do not. */
  #knowsLetters(font: number): boolean {
    const known = this.#fonts.get(font);
    if (known !== undefined) return known;
    const hasGlyph = (code: number) => this.#pdfium.FPDFFont_GetGlyphPath(font, code, 1) !== 0;
    const name = this.#page.results.readLatin((...at) => this.#pdfium.FPDFFont_GetBaseFontName(font, ...at));
    const knows = SIGNS_FONT.test(name) || CODES.some(hasGlyph);
    this.#fonts.set(font, knows);
    return knows;
  }

  /** The visible text of a character whose font the file does not embed. */
  #findUnembedded(index: number): number | undefined {
    const pdfium = this.#pdfium;
    const object = pdfium.FPDFText_GetTextObject(this.#textPage, index);
    if (object === 0 || pdfium.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) return undefined;
    return pdfium.FPDFFont_GetIsEmbedded(pdfium.FPDFTextObj_GetFont(object)) === 0 ? object : undefined;
  }

  #toWord(letters: readonly Character[], hasSpace: boolean): Word {
    const [first, last] = [letters[0] as Character, letters.at(-1) as Character];
    const [size, slope] = this.#readSize(first.index);
    const [start, end] = [this.#readOrigin(first.index), this.#readOrigin(last.index)];
    const direction = [Math.cos(slope), Math.sin(slope)] as const;
    const isReversed = project(direction, start, end) < -size / 10;
    const text = (isReversed ? letters.toReversed() : letters).map((letter) => letter.text).join('');
    const [left, right] = isReversed ? [end, first.index] : [start, last.index];
    const corners = this.#readCorners(right);
    const width = Math.max(size / 10, ...corners.map((corner) => project(direction, left, corner)));
    return { text, x: left[0], y: left[1], angle: slope, width, space: hasSpace ? 1 : 0, size };
  }

  #readCorners(index: number): Point[] {
    const box = this.#page.results.readNumbers('float', 4, (at) =>
      this.#pdfium.FPDFText_GetLooseCharBox(this.#textPage, index, at),
    );
    if (!box) return [];
    const [left = 0, top = 0, right = 0, bottom = 0] = box;
    return [left, right].flatMap((x) => [top, bottom].map((y) => this.#toShown(x, y)));
  }

  #readOrigin(index: number): Point {
    const [x = 0, y = 0] =
      this.#page.results.readNumbers('double', 2, (...at) =>
        this.#pdfium.FPDFText_GetCharOrigin(this.#textPage, index, at[0], at[1]),
      ) ?? [];
    return this.#toShown(x, y);
  }

  #toShown(x: number, y: number): Point {
    const [a, b, c, d, e, f] = this.#matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  /** The size of a character in points, and the angle of its base line. */
  #readSize(index: number): Point {
    const fontSize = this.#pdfium.FPDFText_GetFontSize(this.#textPage, index);
    const [p = 1, q = 0, r = 0, s = 1] =
      this.#page.results.readNumbers('float', 4, (at) =>
        this.#pdfium.FPDFText_GetMatrix(this.#textPage, index, at),
      ) ?? [];
    const [a, b, c, d] = this.#matrix;
    const [along, up] = [
      [a * p + c * q, b * p + d * q],
      [a * r + c * s, b * r + d * s],
    ] as const;
    return [Math.max(1, Math.abs(fontSize) * Math.hypot(...up)), Math.atan2(along[1], along[0])];
  }

  close(): void {
    if (this.#textPage !== 0) this.#pdfium.FPDFText_ClosePage(this.#textPage);
  }
}
