import type { CarrierFonts } from './carrier-fonts.ts';
import type { GlyphFont } from './glyph-font.ts';
import { type Glyph, writeGlyphRun } from './glyph-run.ts';
import { decodeHex } from './unicode-map.ts';

interface ContentOptions {
  /** Fonts by their names in the resources. */
  readonly fonts: ReadonlyMap<string, GlyphFont>;
  readonly carriers: CarrierFonts;
}

const FONT = /^\/(\w+) ([\d.]+) Tf$/;
const GLYPHS = /^(?:(\S+) (\S+) Td )?<([\dA-F]+)> Tj$/;
const ACTUAL_TEXT = /^\/Span<<\/ActualText <([\dA-F]*)> >> BDC$/;
const BEGIN_MARKED = /B[DM]C$/;
const BUILD_PATH = / (?:m|l|c|v|y|re)$|^h$/;
const PAINT = /^(?:[fFsSBb]\*?)$|^\/\S+ (?:Do|sh)$/;

const ARTIFACT = '/Artifact BMC';

/** Consecutive glyphs, and the lines that paint them. */
interface Run {
  readonly glyphs: Glyph[];
  readonly lines: string[];
  /** Chromium provides ActualText for some of the glyphs. */
  hasMeanings: boolean;
}

const startRun = (): Run => ({ glyphs: [], lines: [], hasMeanings: false });

/** Reads the text of one content, one line an operator. */
function createTextReader(fonts: ContentOptions['fonts']) {
  let run = startRun();
  let font = '';
  let size = 0;
  let matrix = '';
  let [x, y] = [0, 0];
  /** The ActualText that is open, until a glyph shows it. */
  let meaning: string | undefined;
  let pending = '';

  const show = (code: string) => {
    const text = meaning === undefined ? (fonts.get(font)?.toText(code) ?? '') : pending;
    pending = '';
    run.glyphs.push({ font, size, matrix, x, y, code, text });
  };
  const readGlyphs = (line: string): boolean => {
    const [, right = '0', up = '0', code = ''] = GLYPHS.exec(line) ?? [];
    x += Number(right);
    y += Number(up);
    show(code);
    return true;
  };
  const readFont = (line: string): boolean => {
    const [, name = '', points] = FONT.exec(line) ?? [];
    font = name;
    size = Number(points);
    return true;
  };
  const readMatrix = (line: string): boolean => {
    matrix = line.slice(0, -' Tm'.length);
    [x, y] = [0, 0];
    return true;
  };
  const beginMeaning = (line: string): boolean => {
    const begun = ACTUAL_TEXT.exec(line);
    if (!begun) return false;
    meaning = decodeHex(begun[1] ?? '');
    pending = meaning;
    run.hasMeanings = true;
    return true;
  };
  const endMeaning = (): boolean => {
    if (meaning === undefined) return false;
    const last = run.glyphs.at(-1);
    if (last) last.text += pending;
    meaning = undefined;
    pending = '';
    run.hasMeanings = true;
    return true;
  };
  const readLine = (line: string): boolean => {
    if (line.endsWith(' Tj')) return readGlyphs(line);
    if (line === 'BT' || line === 'ET') return true;
    if (line.endsWith(' Tf')) return readFont(line);
    if (line.endsWith(' Tm')) return readMatrix(line);
    if (line.endsWith(' BDC')) return beginMeaning(line);
    return line === 'EMC' && endMeaning();
  };

  return {
    /** @returns whether the line belongs to the text */
    read(line: string): boolean {
      const isText = readLine(line);
      if (isText) run.lines.push(line);
      return isText;
    },
    endRun(): Run {
      const ended = run;
      run = startRun();
      return ended;
    },
  };
}

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
