import type { CarrierFonts } from './carrier-fonts.ts';
import type { GlyphFont } from './glyph-font.ts';
import { encodeHex } from './unicode-map.ts';

/** A glyph as Chromium paints it. `x` and `y` count from the text matrix. */
export interface Glyph {
  readonly font: string;
  readonly size: number;
  readonly matrix: string;
  readonly x: number;
  readonly y: number;
  readonly code: string;
  /** Text of this glyph and of the following glyphs without text. */
  text: string;
}

interface RunOptions {
  readonly fonts: ReadonlyMap<string, GlyphFont>;
  readonly carriers: CarrierFonts;
}

type Group = [Glyph, ...Glyph[]];

const isSpace = ({ text }: Glyph): boolean => /^\s+$/u.test(text);

/** Splits at spaces, at lines, and where glyphs start or stop being letters. */
function toGroups(glyphs: readonly Glyph[], isShaped: (glyph: Glyph) => boolean): Group[] {
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

const formatNumber = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** Writes only the operators that change the state. */
function createTextWriter() {
  const lines: string[] = [];
  let font = '';
  let matrix = '';
  let [x, y] = [0, 0];

  const selectFont = (name: string, size: number) => {
    const line = `/${name} ${size} Tf`;
    if (line !== font) lines.push(line);
    font = line;
  };
  const moveTo = (glyph: Pick<Glyph, 'matrix' | 'x' | 'y'>): string => {
    if (glyph.matrix !== matrix) {
      lines.push(`${glyph.matrix} Tm`);
      ({ matrix } = glyph);
      [x, y] = [0, 0];
    }
    const [right, up] = [formatNumber(glyph.x - x), formatNumber(glyph.y - y)];
    ({ x, y } = glyph);
    return right === '0' && up === '0' ? '' : `${right} ${up} Td `;
  };

  return {
    lines,
    selectFont,
    show(glyph: Glyph) {
      selectFont(glyph.font, glyph.size);
      lines.push(`${moveTo(glyph)}<${glyph.code}> Tj`);
    },
    showAt(place: Pick<Glyph, 'matrix' | 'x' | 'y'>, codes: string) {
      lines.push(`${moveTo(place)}<${codes}> Tj`);
    },
  };
}

/** Paints shaped glyphs and adds their text: as ActualText, and over the word as invisible letters for other readers. */
export function writeGlyphRun(glyphs: readonly Glyph[], { fonts, carriers }: RunOptions): string[] {
  const writer = createTextWriter();
  const getFont = ({ font }: Glyph) => fonts.get(font);

  const carryText = (group: Group) => {
    const [first] = group;
    const text = group.map((glyph) => glyph.text).join('');
    const ends = group.map((glyph) => glyph.x + (getFont(glyph)?.measure(glyph.code) ?? 0) * glyph.size);
    const width = Math.max(...ends) - first.x;
    const { font, codes, letters } = carriers.encode(text);
    const scale = letters > 0 ? (width / letters / first.size) * 100 : 100;
    writer.lines.push(`/Span<</ActualText <FEFF${encodeHex(text)}> >> BDC`);
    for (const glyph of group) writer.show(glyph);
    if (codes !== '') {
      writer.selectFont(font, first.size);
      writer.lines.push(`${formatNumber(scale)} Tz`);
      writer.showAt({ ...first, y: 0 }, codes);
      writer.lines.push('100 Tz');
      writer.selectFont(first.font, first.size);
    }
    writer.lines.push('EMC');
  };

  const isShaped = (glyph: Glyph): boolean => getFont(glyph)?.isShaped ?? false;
  for (const group of toGroups(glyphs, isShaped)) {
    if (isShaped(group[0])) carryText(group);
    else for (const glyph of group) writer.show(glyph);
  }
  return ['BT', ...writer.lines, 'ET'];
}
