import type { GlyphFont } from './glyph-font.ts';
import type { Glyph } from './glyph-run.ts';
import { decodeHex } from './unicode-map.ts';

const FONT = /^\/(\w+) ([\d.]+) Tf$/;
const GLYPHS = /^(?:(\S+) (\S+) Td )?<([\dA-F]+)> Tj$/;
const ACTUAL_TEXT = /^\/Span<<\/ActualText <([\dA-F]*)> >> BDC$/;

/** Consecutive glyphs, and the lines that paint them. */
interface Run {
  readonly glyphs: Glyph[];
  readonly lines: string[];
  /** Chromium provides ActualText for some of the glyphs. */
  hasMeanings: boolean;
}

const startRun = (): Run => ({ glyphs: [], lines: [], hasMeanings: false });

/** Font and position of the next glyph. */
function createTextState() {
  let font = '';
  let size = 0;
  let matrix = '';
  let [x, y] = [0, 0];

  return {
    get: () => ({ font, size, matrix, x, y }),
    readFont(line: string): boolean {
      const [, name = '', points] = FONT.exec(line) ?? [];
      font = name;
      size = Number(points);
      return true;
    },
    readMatrix(line: string): boolean {
      matrix = line.slice(0, -' Tm'.length);
      [x, y] = [0, 0];
      return true;
    },
    move(right: number, up: number): void {
      x += right;
      y += up;
    },
  };
}

/** The ActualText that is open: its first glyph shows it, the others show nothing. */
function createActualText() {
  let pending: string | undefined;

  return {
    begin(line: string): boolean {
      const begun = ACTUAL_TEXT.exec(line);
      if (begun) pending = decodeHex(begun[1] ?? '');
      return begun !== null;
    },
    /** Returns the text of the next glyph; undefined when no ActualText is open. */
    show(): string | undefined {
      const text = pending;
      if (text !== undefined) pending = '';
      return text;
    },
    /** Returns the text that no glyph shows; undefined when no ActualText is open. */
    end(): string | undefined {
      const text = pending;
      pending = undefined;
      return text;
    },
  };
}

/** Reads the text of one content, one line an operator. */
export function createTextReader(fonts: ReadonlyMap<string, GlyphFont>) {
  const state = createTextState();
  const actualText = createActualText();
  let run = startRun();

  const readGlyphs = (line: string): boolean => {
    const [, right = '0', up = '0', code = ''] = GLYPHS.exec(line) ?? [];
    state.move(Number(right), Number(up));
    const place = state.get();
    const text = actualText.show() ?? fonts.get(place.font)?.toText(code) ?? '';
    run.glyphs.push({ ...place, code, text });
    return true;
  };
  const beginActualText = (line: string): boolean => {
    const isBegun = actualText.begin(line);
    run.hasMeanings ||= isBegun;
    return isBegun;
  };
  const endActualText = (): boolean => {
    const rest = actualText.end();
    if (rest === undefined) return false;
    const last = run.glyphs.at(-1);
    if (last) last.text += rest;
    run.hasMeanings = true;
    return true;
  };
  const readLine = (line: string): boolean => {
    if (line.endsWith(' Tj')) return readGlyphs(line);
    if (line === 'BT' || line === 'ET') return true;
    if (line.endsWith(' Tf')) return state.readFont(line);
    if (line.endsWith(' Tm')) return state.readMatrix(line);
    if (line.endsWith(' BDC')) return beginActualText(line);
    return line === 'EMC' && endActualText();
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
