import type { PdfObject } from './chromium-pdf.ts';
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

/** Type 3 fonts with empty glyphs; as many fonts as the text needs. */
export interface CarrierFonts {
  encode(text: string): CarriedText;
  /** Entries for the /Font of the resources; call it after all encoding. */
  resources(): string;
  objects(): PdfObject[];
}

const MAX_LETTERS = 256;
/** A joiner belongs to the letter after it, since pdf.js leaves out what ends with one. */
const LETTER = /\p{Cf}*\P{Cf}/gu;
/** pdf.js does not advance at these. */
const MARK = /\p{Mn}/u;
const ADVANCE = 1000;

const toCode = (index: number): string => index.toString(16).padStart(2, '0');

function createFontObjects(letters: readonly string[], numbers: readonly number[]): PdfObject[] {
  const [font, descriptor, unicode, advancing, still] = numbers as [number, number, number, number, number];
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

/** @param allocate reserves consecutive object numbers and returns the first */
export function createCarrierFonts(allocate: (count: number) => number): CarrierFonts {
  const fonts: { readonly number: number; readonly codes: Map<string, string> }[] = [];

  const addFont = () => {
    const font = { number: allocate(OBJECTS_PER_FONT), codes: new Map<string, string>() };
    fonts.push(font);
    return font;
  };
  const findFont = (letters: ReadonlySet<string>) =>
    fonts.find(
      ({ codes }) => codes.size + [...letters].filter((one) => !codes.has(one)).length <= MAX_LETTERS,
    );

  return {
    encode(text) {
      const letters = text.match(LETTER) ?? [];
      const { number, codes } = findFont(new Set(letters)) ?? addFont();
      for (const letter of letters) if (!codes.has(letter)) codes.set(letter, toCode(codes.size));
      return {
        font: `Text${number}`,
        codes: letters.map((letter) => codes.get(letter)).join(''),
        letters: letters.filter((letter) => !MARK.test(letter)).length,
      };
    },
    resources: () => fonts.map(({ number }) => `/Text${number} ${number} 0 R\n`).join(''),
    objects: () =>
      fonts.flatMap(({ number, codes }) =>
        createFontObjects(
          [...codes.keys()],
          Array.from({ length: OBJECTS_PER_FONT }, (_, index) => number + index),
        ),
      ),
  };
}
