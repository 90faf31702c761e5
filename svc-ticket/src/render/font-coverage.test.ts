import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { create, type Font as FontFile } from 'fontkit';
import { fonts } from './template.ts';

/** What forms and services check texts by. RENEW_CHARACTERS=1 writes it. */
const TABLE_FILE = join(import.meta.dirname, '../../../packages/contracts/src/rules/printed-characters.ts');

const { resolve } = createRequire(import.meta.url);

/** Of names and texts (`template/pages.css`). */
const NAME_WEIGHT = 600;

/** Controls, and format characters other than the joiners, are no part of a text. */
const isText = (code: number): boolean => /\u200c|\u200d|\P{C}/u.test(String.fromCodePoint(code));

/** Of CSS `unicode-range`: `U+100-24F,U+131`. */
const parseRanges = (ranges: string): number[][] =>
  [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, from = '', to = from]) =>
    [from, to].map((code) => Number.parseInt(code, 16)),
  );

/** The characters that a font of the ticket draws and its style rule permits. */
async function readCharacters({
  package: name,
  weight,
  subsets,
  descriptors,
}: (typeof fonts)[number]): Promise<number[]> {
  const shared: Record<string, string> = JSON.parse(await readFile(resolve(`${name}/unicode.json`), 'utf8'));
  const folder = join(dirname(resolve(`${name}/${weight}.css`)), 'files');
  const characters = subsets.map(async (subset) => {
    const file = `${name.slice('@fontsource/'.length)}-${subset}-${weight}-normal.woff`;
    const { characterSet } = create(await readFile(join(folder, file))) as FontFile;
    const ranges = parseRanges(descriptors ?? shared[subset] ?? '');
    return characterSet.filter((code) => ranges.some(([from = 0, to = 0]) => code >= from && code <= to));
  });
  return (await Promise.all(characters)).flat();
}

const toEscape = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** As the ranges of a regular expression's class. */
function toRanges(codes: Iterable<number>): string {
  const ranges: [from: number, to: number][] = [];
  for (const code of [...new Set(codes)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges
    .map(([from, to]) => (from === to ? toEscape(from) : `${toEscape(from)}-${toEscape(to)}`))
    .join('');
}

test('equals the table that forms and services check texts by', async () => {
  const used = fonts.filter(({ family, weight }) => weight === NAME_WEIGHT && family !== 'Ticket Serif');
  const codes = (await Promise.all(used.map(readCharacters))).flat().filter(isText);
  const table = `/** What the ticket's fonts draw, from the fonts themselves: \`RENEW_CHARACTERS=1 npm test -- unit svc-ticket/src/render/font-coverage\`. */
export const PRINTED_CHARACTERS =
  '${toRanges(codes)}';
`;
  if (process.env.RENEW_CHARACTERS === '1') await writeFile(TABLE_FILE, table);
  expect(await readFile(TABLE_FILE, 'utf8')).toBe(table);
});
