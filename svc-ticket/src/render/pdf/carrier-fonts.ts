import type { PdfObject } from './pdf-file.ts';
import { createUnicodeMap } from './unicode-map.ts';

/** Text in invisible letters. */
interface CarriedText {
  /** The name of its font in the page's resources. */
  readonly font: string;
  /** Hexadecimal, two digits a letter. */
  readonly codes: string;
  /** Number of letters with an advance; each advances by the text's size. */
  readonly letters: number;
}

const MAX_LETTERS = 256;
/** A joiner belongs to the letter after it, since pdf.js leaves out what ends with one. */
const LETTER = /\p{Cf}*\P{Cf}/gu;
/** pdf.js does not advance at these. */
const MARK = /\p{Mn}/u;
const ADVANCE = 1000;

const toCode = (index: number): string => index.toString(16).padStart(2, '0');

function createFontObjects(letters: readonly string[], font: number): PdfObject[] {
  const [descriptor, unicode, advancing, still] = [font + 1, font + 2, font + 3, font + 4];
  const isMark = letters.map((letter) => MARK.test(letter));
  const widths = isMark.map((mark) => (mark ? 0 : ADVANCE));
  const names = isMark.map((mark) => (mark ? '/still' : '/advancing'));
  const toStream = (number: number, text: string): PdfObject => {
    const stream = Buffer.from(text, 'latin1');
    return { number, body: `<</Length ${stream.length}>>`, stream };
  };
  return [
    {
      number: font,
      body: `<</Type /Font\n/Subtype /Type3\n/FontBBox [0 0 0 0]\n/FontMatrix [.001 0 0 .001 0 0]\n/FirstChar 0\n/LastChar ${letters.length - 1}\n/Widths [${widths.join(' ')}]\n/Encoding <</Type /Encoding\n/Differences [0 ${names.join(' ')}]>>\n/CharProcs <</advancing ${advancing} 0 R\n/still ${still} 0 R>>\n/Resources <<>>\n/FontDescriptor ${descriptor} 0 R\n/ToUnicode ${unicode} 0 R>>`,
    },
    {
      number: descriptor,
      body: '<</Type /FontDescriptor\n/FontName /Carrier\n/Flags 4\n/ItalicAngle 0>>',
    },
    toStream(unicode, createUnicodeMap(letters.map((letter, index) => [toCode(index), letter]))),
    toStream(advancing, `${ADVANCE} 0 d0`),
    toStream(still, '0 0 d0'),
  ];
}

const OBJECTS_PER_FONT = 5;

interface Carrier {
  readonly number: number;
  readonly codes: Map<string, string>;
}

/** Type 3 fonts with empty glyphs; as many fonts as the text needs. */
export class CarrierFonts {
  readonly #allocate: (count: number) => number;
  readonly #fonts: Carrier[] = [];

  /** @param allocate reserves consecutive object numbers and returns the first */
  constructor(allocate: (count: number) => number) {
    this.#allocate = allocate;
  }

  encode(text: string): CarriedText {
    const letters = text.match(LETTER) ?? [];
    const { number, codes } = this.#findFont(new Set(letters)) ?? this.#addFont();
    for (const letter of letters) if (!codes.has(letter)) codes.set(letter, toCode(codes.size));
    return {
      font: `Text${number}`,
      codes: letters.map((letter) => codes.get(letter)).join(''),
      letters: letters.filter((letter) => !MARK.test(letter)).length,
    };
  }

  /** Entries for the /Font of the resources; call it after all encoding. */
  resources(): string {
    return this.#fonts.map(({ number }) => `/Text${number} ${number} 0 R\n`).join('');
  }

  objects(): PdfObject[] {
    return this.#fonts.flatMap(({ number, codes }) => createFontObjects([...codes.keys()], number));
  }

  #findFont(letters: ReadonlySet<string>): Carrier | undefined {
    return this.#fonts.find(
      ({ codes }) => codes.size + [...letters].filter((one) => !codes.has(one)).length <= MAX_LETTERS,
    );
  }

  #addFont(): Carrier {
    const font = { number: this.#allocate(OBJECTS_PER_FONT), codes: new Map<string, string>() };
    this.#fonts.push(font);
    return font;
  }
}
