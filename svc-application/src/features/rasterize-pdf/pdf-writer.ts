import { type PDFContext, PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import type { EncodedPicture } from './encode-raster.ts';
import type { Word } from './page-text.ts';
import type { Size } from './pdfium-page.ts';

export interface WrittenPage {
  /** Points. */
  readonly size: Size;
  readonly picture: EncodedPicture;
  readonly words: readonly Word[];
}

/** A PDF of pictures, each below its text, which is invisible. */
export class PdfWriter {
  readonly #document: PDFDocument;
  readonly #text: TextLayer;

  private constructor(document: PDFDocument) {
    this.#document = document;
    this.#text = new TextLayer(document.context);
  }

  static async create(): Promise<PdfWriter> {
    return new PdfWriter(await PDFDocument.create({ updateMetadata: false }));
  }

  addPage({ size: { width, height }, picture, words }: WrittenPage): void {
    const { context } = this.#document;
    const { content, fonts } = this.#text.write(words);
    const drawing = `q ${width} 0 0 ${height} 0 0 cm /P Do Q\n${content}`;
    const page = this.#document.addPage([width, height]);
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(drawing)));
    const resources = { XObject: { P: this.#embed(picture) }, Font: fonts };
    page.node.set(PDFName.of('Resources'), context.obj(resources));
  }

  #embed({ bytes, width, height, filter, isGrey, bitsPerComponent }: EncodedPicture): PDFRef {
    const { context } = this.#document;
    const image = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height };
    const colours = { ColorSpace: isGrey ? 'DeviceGray' : 'DeviceRGB', BitsPerComponent: bitsPerComponent };
    return context.register(context.stream(bytes, { ...image, ...colours, Filter: filter }));
  }

  async save(): Promise<Uint8Array> {
    this.#text.finish();
    return this.#document.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
    });
  }
}

/** Codes of a font; 0 is left out, since readers treat it as no character. */
const CODES = 255;
/** Thousandths of the font's size. */
const GLYPH_WIDTH = 500;

const toHex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
const toNumber = (value: number): string => String(Math.round(value * 1000) / 1000);
const toUtf16 = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => toHex(character.charCodeAt(at), 4)).join('');

interface WrittenText {
  readonly content: string;
  readonly fonts: Record<string, PDFRef>;
}

/**
 * Text without a picture: fonts of Type 3 whose glyphs are empty and whose maps name the characters. No font
 * program is embedded, and no reader substitutes one.
 */
class TextLayer {
  readonly #context: PDFContext;
  readonly #codes = new Map<string, number>();
  readonly #fonts: PDFRef[] = [];

  constructor(context: PDFContext) {
    this.#context = context;
  }

  write(words: readonly Word[]): WrittenText {
    const fonts: Record<string, PDFRef> = {};
    const lines = words.map((word) => this.#writeWord(word, fonts));
    return { content: lines.length > 0 ? `BT 3 Tr\n${lines.join('\n')}\nET` : '', fonts };
  }

  #writeWord({ text, x, y, angle, width, space, size }: Word, fonts: Record<string, PDFRef>): string {
    const [cos, sin] = [toNumber(Math.cos(angle)), Math.sin(angle)];
    const matrix = `${cos} ${toNumber(sin)} ${toNumber(-sin)} ${cos} ${toNumber(x)} ${toNumber(y)} Tm`;
    const show = (shown: string, length: number) => this.#show({ text: shown, width: length, size }, fonts);
    return `${matrix} ${show(text, width)}${space > 0 ? ` ${show(' ', space)}` : ''}`;
  }

  /** Stretches the glyphs to the width. */
  #show({ text, width, size }: Pick<Word, 'text' | 'width' | 'size'>, fonts: Record<string, PDFRef>): string {
    const characters = Array.from(text);
    const stretch = (width / ((characters.length * size * GLYPH_WIDTH) / 1000)) * 100;
    let shown = `${toNumber(stretch)} Tz`;
    let current = -1;
    for (const character of characters) {
      const code = this.#findCode(character);
      const font = Math.floor(code / CODES);
      if (font !== current) shown += `${current < 0 ? '' : '> Tj'} /F${font} ${toNumber(size)} Tf <`;
      current = font;
      fonts[`F${font}`] = this.#fonts[font] as PDFRef;
      shown += toHex((code % CODES) + 1, 2);
    }
    return `${shown}> Tj`;
  }

  #findCode(character: string): number {
    const known = this.#codes.get(character);
    if (known !== undefined) return known;
    const code = this.#codes.size;
    this.#codes.set(character, code);
    if (code % CODES === 0) this.#fonts.push(this.#context.nextRef());
    return code;
  }

  /** Writes the fonts, once all pages are written. */
  finish(): void {
    const characters = [...this.#codes.keys()];
    const glyph = this.#context.register(this.#context.stream(`${GLYPH_WIDTH} 0 d0`));
    for (const [at, reference] of this.#fonts.entries())
      this.#context.assign(
        reference,
        this.#createFont(characters.slice(at * CODES, (at + 1) * CODES), glyph),
      );
  }

  #createFont(characters: readonly string[], glyph: PDFRef) {
    const context = this.#context;
    return context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, -250, GLYPH_WIDTH, 750],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      FirstChar: 1,
      LastChar: characters.length,
      Widths: characters.map(() => GLYPH_WIDTH),
      CharProcs: { g: glyph },
      Encoding: { Type: 'Encoding', Differences: [1, ...characters.map(() => 'g')] },
      Resources: {},
      ToUnicode: context.register(context.flateStream(createCharacterMap(characters))),
    });
  }
}

const MAPPINGS_PER_SECTION = 100;

/** ISO 32000-1, 9.10.3 */
function createCharacterMap(characters: readonly string[]): string {
  const mappings = characters.map((character, at) => `<${toHex(at + 1, 2)}> <${toUtf16(character)}>`);
  const sections: string[] = [];
  for (let start = 0; start < mappings.length; start += MAPPINGS_PER_SECTION) {
    const section = mappings.slice(start, start + MAPPINGS_PER_SECTION);
    sections.push(`${section.length} beginbfchar\n${section.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapType 2 def
1 begincodespacerange
<00> <ff>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
