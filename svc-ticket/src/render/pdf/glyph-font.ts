import type { UnicodeMap } from './unicode-map.ts';

/** A font as a page's content uses it. Codes are four hexadecimal digits a glyph. */
export interface GlyphFont {
  /** Some of its glyphs are no single letters, as in Telugu. */
  readonly isShaped: boolean;
  toText(code: string): string;
  /** The advance, for a size of 1. */
  measure(code: string): number;
}

/** Letters that PDF readers treat as marks without a position, and letters that they omit. */
const NO_LETTER = /[\p{Mn}\p{Cf}\0]/u;

const CODE = /.{4}/g;
const WIDTHS = /(\d+) (?:\[([^\]]*)\]|(\d+) ([-\d.]+))/g;

/** Reads /W and /DW (ISO 32000-1, 9.7.4.3), in thousandths. */
function readWidths(body: string): (glyph: number) => number {
  const widths = new Map<number, number>();
  const start = body.indexOf('/W [') + '/W ['.length;
  const end = body.indexOf('\n', start);
  const table = start < '/W ['.length ? '' : body.slice(start, end < 0 ? undefined : end);
  for (const [, from, list, to, each] of table.matchAll(WIDTHS)) {
    const first = Number(from);
    if (list === undefined) for (let at = first; at <= Number(to); at += 1) widths.set(at, Number(each));
    else for (const [index, width] of list.split(' ').entries()) widths.set(first + index, Number(width));
  }
  const other = Number(/\/DW (\d+)/.exec(body)?.[1] ?? 1000);
  return (glyph) => widths.get(glyph) ?? other;
}

/** @param descendant the body of the font's CIDFont */
export function createGlyphFont(unicode: UnicodeMap, descendant: string): GlyphFont {
  const widthOf = readWidths(descendant);
  const split = (code: string): readonly string[] => code.toLowerCase().match(CODE) ?? [];
  return {
    isShaped: [...unicode.values()].some((text) => NO_LETTER.test(text)),
    toText: (code) =>
      split(code)
        .map((glyph) => unicode.get(glyph) ?? '')
        .join('')
        .replaceAll('\0', ''),
    measure: (code) =>
      split(code).reduce((sum, glyph) => sum + widthOf(Number.parseInt(glyph, 16)), 0) / 1000,
  };
}
