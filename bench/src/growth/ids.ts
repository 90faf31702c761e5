import { createApplicationId } from '@archaka/contracts';
import type { Random } from './random.ts';

const WORD = /[A-Za-z0-9_-]{10,}/g;
const DATE = /^\d{4}-\d{2}-\d{2}(T|$)/;
/** `pay_` and fourteen letters. */
const MIN_LETTERS = 18;

const isMixed = (word: string): boolean => /[a-z]/.test(word) && /[A-Z]/.test(word);

/** Distinguishes digits and dates from words and ids by their form; letters alone by their number. */
const isId = (word: string): boolean =>
  !DATE.test(word) && (/\d/.test(word) || (word.length >= MIN_LETTERS && isMixed(word)));

export const findWords = (text: string): string[] => text.match(WORD) ?? [];

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return isPlainObject(value) ? Object.values(value).flatMap(listTexts) : [];
}

/** Every id in the texts of a row, at any depth; in `_id` also short ones. */
export function listIds(row: Readonly<Record<string, unknown>>): string[] {
  const own = typeof row._id === 'string' ? findWords(row._id).filter(isMixed) : [];
  return [...own, ...listTexts(row).flatMap(findWords).filter(isId)];
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const ALPHABETS = {
  hexadecimal: '0123456789abcdef',
  digits: '0123456789',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
};

function chooseAlphabet(character: string, isHexadecimal: boolean): string | undefined {
  if (isHexadecimal && /[0-9a-f]/.test(character)) return ALPHABETS.hexadecimal;
  if (/\d/.test(character)) return ALPHABETS.digits;
  if (/[a-z]/.test(character)) return ALPHABETS.lower;
  return /[A-Z]/.test(character) ? ALPHABETS.upper : undefined;
}

const APPLICATION_ID = /^ARC(\d{2})-/;
const PREFIX = /^[a-z]+_/;

function createApplicationIdShape(year: string, usedIds: Set<string>): (random: Random) => string {
  return function createId(random): string {
    const bytes = Uint8Array.from({ length: 7 }, () => random(256));
    const id = createApplicationId(bytes, `20${year}`);
    if (usedIds.has(id)) return createId(random);
    usedIds.add(id);
    return id;
  };
}

/**
 * Creates ids of the same shape and length: preserves a prefix such as `order_`, hyphens and kinds of characters.
 * @param usedIds application IDs, which are not repeated: of a million random ones 18 pairs are equal
 */
export function createIdShape(id: string, usedIds: Set<string>): (random: Random) => string {
  const year = APPLICATION_ID.exec(id)?.[1];
  if (year !== undefined) return createApplicationIdShape(year, usedIds);
  const prefix = PREFIX.exec(id)?.[0] ?? '';
  const isHexadecimal = /^[0-9a-f-]+$/.test(id) && /[a-f-]/.test(id);
  const characters = [...id.slice(prefix.length)].map(
    (character) => chooseAlphabet(character, isHexadecimal) ?? character,
  );
  return (random) => {
    let fresh = prefix;
    for (const alphabet of characters) fresh += alphabet[random(alphabet.length)];
    return fresh;
  };
}
