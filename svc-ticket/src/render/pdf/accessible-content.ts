import type { CarrierFonts } from './carrier-fonts.ts';
import type { GlyphFont } from './glyph-font.ts';
import { writeGlyphRun } from './glyph-run.ts';
import { createTextReader } from './text-reader.ts';

interface ContentOptions {
  /** Fonts by their names in the resources. */
  readonly fonts: ReadonlyMap<string, GlyphFont>;
  readonly carriers: CarrierFonts;
}

const BEGIN_MARKED = /B[DM]C$/;
const BUILD_PATH = / (?:m|l|c|v|y|re)$|^h$/;
const PAINT = /^(?:[fFsSBb]\*?)$|^\/\S+ (?:Do|sh)$/;

const ARTIFACT = '/Artifact BMC';

/**
 * Marks content outside of structure elements as an artifact, and makes each word extractable.
 * @param content as Chromium writes it, one line an operator
 */
export function toAccessibleContent(content: string, { fonts, carriers }: ContentOptions): string {
  const written: string[] = [];
  const reader = createTextReader(fonts);
  let depth = 0;
  let path: string[] = [];

  const writeAsArtifact = (lines: readonly string[]) => {
    if (depth > 0) written.push(...lines);
    else written.push(ARTIFACT, ...lines, 'EMC');
  };
  const endText = () => {
    const { glyphs, lines, hasMeanings } = reader.endRun();
    if (glyphs.length === 0) return;
    const isLegible = !hasMeanings && glyphs.every(({ font }) => !fonts.get(font)?.isShaped);
    writeAsArtifact(isLegible ? lines : writeGlyphRun(glyphs, { fonts, carriers }));
  };
  const paint = (line: string) => {
    writeAsArtifact([...path, line]);
    path = [];
  };
  const passOn = (line: string) => {
    written.push(...path, line);
    path = [];
    if (BEGIN_MARKED.test(line)) depth += 1;
    else if (line === 'EMC') depth -= 1;
  };

  for (const line of content.split('\n')) {
    if (reader.read(line)) continue;
    endText();
    if (BUILD_PATH.test(line)) path.push(line);
    else if (PAINT.test(line)) paint(line);
    else passOn(line);
  }
  endText();
  return written.join('\n');
}
