import { create, type Font } from 'fontkit';
import { createShaper, type ShapedGlyph } from './shaper.ts';

/** Ids from here on name a reading of a glyph; below, the glyph alone. */
const READING_OFFSET = 0x1_0000;

/** Numbers what is read and advanced at a glyph, so that the glyph can be told from the number. */
function createGlyphNumbering() {
  const ids = new Map<string, number>();
  return ({ glyph, text, at }: ShapedGlyph): number => {
    const key = `${glyph} ${at.xAdvance} ${text}`;
    const id = ids.get(key) ?? (ids.size + 1) * READING_OFFSET + glyph;
    ids.set(key, id);
    return id;
  };
}

/** As pdfkit and fontkit use it: the place of a glyph's id in the subset, and the glyphs in their places. */
interface Subset {
  readonly glyphs: number[];
  includeGlyph(id: number): number;
}

/** The subset with a glyph in it once for each of its readings. */
function expandSubset(subset: Subset): Subset {
  const includeComponent = subset.includeGlyph.bind(subset);
  const indexes = new Map<number, number>();
  const includeGlyph = (id: number): number => {
    if (id < READING_OFFSET) return includeComponent(id);
    const index = indexes.get(id) ?? subset.glyphs.push(id % READING_OFFSET) - 1;
    indexes.set(id, index);
    return index;
  };
  return Object.assign(subset, { includeGlyph });
}

/**
 * A font for pdfkit that HarfBuzz shapes. A PDF says once for each glyph of its subset what that is read as and how
 * far it leads on, but with a Telugu glyph both differ from word to word; so it stands in the subset once for each,
 * and text that is searched or copied comes whole and in the order in which it is written.
 * @param bytes a TrueType font
 */
export function createTeluguFont(bytes: Buffer): Font {
  const font = create(bytes) as Font;
  const shape = createShaper(bytes);
  const toGlyphId = createGlyphNumbering();
  const createSubset = font.createSubset.bind(font) as unknown as () => Subset;

  const layout = (line: string) => {
    const shaped = shape(line);
    return {
      glyphs: shaped.map((glyph) => ({
        id: toGlyphId(glyph),
        advanceWidth: glyph.at.xAdvance,
        codePoints: Array.from(glyph.text, (letter) => letter.codePointAt(0)),
      })),
      positions: shaped.map(({ at }) => ({ ...at })),
      advanceWidth: shaped.reduce((sum, { at }) => sum + at.xAdvance, 0),
    };
  };
  return Object.assign(font, { layout, createSubset: () => expandSubset(createSubset()) });
}
