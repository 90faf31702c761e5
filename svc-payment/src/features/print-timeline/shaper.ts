import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';

/** A glyph, the part of the text that it is read as, and where it stands after the one before, in the font's units. */
export interface ShapedGlyph {
  readonly glyph: number;
  readonly text: string;
  readonly at: Readonly<Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number>>;
}

/** HarfBuzz takes one script at a time. */
const RUNS = /[\p{Script=Telugu}\u200c\u200d]+|[^\p{Script=Telugu}\u200c\u200d]+/gu;

/** What each glyph of a cluster is read as, so that all of them, one after another, are the cluster's text. */
const splitText = (text: string, glyphs: number): string[] => {
  const letters = [...text];
  return Array.from({ length: glyphs }, (_, at) =>
    at < glyphs - 1 ? (letters[at] ?? '') : letters.slice(at).join(''),
  );
};

interface Glyph extends Omit<ShapedGlyph, 'text'> {
  /** Where the text of its cluster begins. */
  readonly cluster: number;
}

/** Gives each glyph of a run its share of the run's text. */
function assignText(run: string, glyphs: readonly Glyph[]): ShapedGlyph[] {
  const clusters = [...Map.groupBy(glyphs, ({ cluster }) => cluster)];
  return clusters.flatMap(([start, members], position) => {
    const texts = splitText(run.slice(start, clusters[position + 1]?.[0]), members.length);
    return members.map(({ glyph, at }, share) => ({ glyph, at, text: texts[share] ?? '' }));
  });
}

/**
 * The same glyphs in the same places, reached by advances alone: readers take a glyph that stands by itself for a
 * new word, or for a new line.
 */
function flattenOffsets(shaped: readonly ShapedGlyph[]): ShapedGlyph[] {
  return shaped.map((one, index) => {
    const next = shaped[index + 1]?.at.xOffset ?? 0;
    const own = index === 0 ? 0 : one.at.xOffset;
    const xOffset = one.at.xOffset - own;
    return { ...one, at: { ...one.at, xOffset, xAdvance: one.at.xAdvance - own + next } };
  });
}

/** Shapes lines of text by a TrueType font's own rules; fontkit, which pdfkit shapes with, lacks some of Telugu's. */
export function createShaper(bytes: Uint8Array): (line: string) => ShapedGlyph[] {
  const font = new Font(new Face(new Blob(bytes)));
  const buffer = new Buffer();

  const shapeRun = (run: string): ShapedGlyph[] => {
    buffer.reset();
    buffer.addText(run);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    const glyphs = buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
      const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      return { glyph: codepoint, cluster, at: { xAdvance, yAdvance, xOffset, yOffset } };
    });
    return assignText(run, glyphs);
  };
  return (line) => flattenOffsets((line.match(RUNS) ?? []).flatMap(shapeRun));
}
