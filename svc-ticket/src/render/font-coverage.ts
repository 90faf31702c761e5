import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Font, fonts } from './fonts.ts';
import { toSfnt } from './sfnt.ts';

const { resolve } = createRequire(import.meta.url);

/** Of names and texts (`template/sheets.css`). */
const NAME_WEIGHT = 600;
const NAME_FAMILIES: readonly Font['family'][] = [
  'Ticket Sans',
  'Ticket Neighbours',
  'Ticket Neighbours Latin',
];

const [ZWNJ, ZWJ] = [0x200c, 0x200d];

type Range = readonly [from: number, to: number];

/** Of CSS `unicode-range`: `U+100-24F,U+131`. */
const parseRanges = (ranges: string): Range[] =>
  [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);

function findTable(sfnt: Buffer, tag: string): Buffer {
  const count = sfnt.readUInt16BE(4);
  const entry = Array.from({ length: count }, (_, index) => 12 + 16 * index).find(
    (at) => sfnt.toString('latin1', at, at + 4) === tag,
  );
  if (entry === undefined) throw new Error(`the font has no table ${tag}`);
  const offset = sfnt.readUInt32BE(entry + 8);
  return sfnt.subarray(offset, offset + sfnt.readUInt32BE(entry + 12));
}

/** Format 4, of the Basic Multilingual Plane: https://learn.microsoft.com/typography/opentype/spec/cmap */
function readSegments(cmap: Buffer): Range[] {
  const count = cmap.readUInt16BE(2);
  const tables = Array.from({ length: count }, (_, index) => cmap.subarray(cmap.readUInt32BE(8 + 8 * index)));
  const table = tables.find((one) => one.readUInt16BE(0) === 4);
  if (!table) throw new Error('the font has no character map of format 4');
  const segments = table.readUInt16BE(6) / 2;
  return Array.from({ length: segments }, (_, index): Range => {
    const to = table.readUInt16BE(14 + 2 * index);
    const from = table.readUInt16BE(16 + 2 * segments + 2 * index);
    return [from, to];
  }).filter(([from]) => from < 0xffff);
}

async function readCharacters({ package: name, weight, subsets, descriptors }: Font): Promise<number[]> {
  const stylesheet = resolve(`${name}/${weight}.css`);
  const shared = JSON.parse(await readFile(resolve(`${name}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  const family = name.slice('@fontsource/'.length);
  const ofSubset = async (subset: string): Promise<number[]> => {
    const file = join(dirname(stylesheet), `files/${family}-${subset}-${weight}-normal.woff`);
    const segments = readSegments(findTable(toSfnt(await readFile(file)), 'cmap'));
    const drawn = new Set(segments.flatMap(([from, to]) => range(from, to)));
    const used = parseRanges(descriptors ?? shared[subset] ?? '');
    return used.flatMap(([from, to]) => range(from, to)).filter((code) => drawn.has(code));
  };
  return (await Promise.all(subsets.map(ofSubset))).flat();
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

function toRanges(codes: Iterable<number>): Range[] {
  const ranges: [number, number][] = [];
  for (const code of [...new Set(codes)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

const toEscape = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** Controls, and format characters other than the joiners, are no part of a text. */
const isText = (code: number): boolean =>
  code === ZWNJ || code === ZWJ || !/\p{C}/u.test(String.fromCodePoint(code));

/** The characters that the ticket's fonts draw in names, as the ranges of a regular expression's class. */
export async function readFontCoverage(): Promise<string> {
  const used = fonts.filter(({ family, weight }) => weight === NAME_WEIGHT && NAME_FAMILIES.includes(family));
  const codes = (await Promise.all(used.map(readCharacters))).flat();
  return toRanges(codes.filter(isText))
    .map(([from, to]) => (from === to ? toEscape(from) : `${toEscape(from)}-${toEscape(to)}`))
    .join('');
}

/** The file of the contracts with them, which forms and services check texts by. */
export const PRINTED_CHARACTERS_FILE = join(
  import.meta.dirname,
  '../../../packages/contracts/src/rules/printed-characters.ts',
);

export const toPrintedCharactersFile = (coverage: string): string =>
  `/** What the ticket's fonts draw, from the fonts themselves: \`node svc-ticket/src/render/write-font-coverage.ts\`. */
export const PRINTED_CHARACTERS =
  '${coverage}';
`;
