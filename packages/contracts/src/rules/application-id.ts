import { toIndianDay } from './dates.ts';

// Crockford base 32 without its last letter: no confusable I, L, O or U, and 31 values, a prime.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXY';

/** A weighted sum modulo 31 detects any mistyped character and any swap of two. */
function calculateCheckCharacter(seven: string): string {
  const sum = [...seven].reduce(
    (total, character, index) => total + (index + 1) * ALPHABET.indexOf(character),
    0,
  );
  return ALPHABET.charAt(sum % ALPHABET.length);
}

/** `ARC24-`, the prefix by which the IDs of an examination sort together. */
export const toApplicationIdPrefix = (examineYear: string): string => `ARC${examineYear.slice(2)}-`;

/** Eight characters of seven random bytes, the last a check. */
export function createCheckedCode(randomBytes: Uint8Array): string {
  const seven = Array.from(randomBytes.subarray(0, 7), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('');
  return `${seven}${calculateCheckCharacter(seven)}`;
}

/** `ARC24-` and eight characters, the last a check. */
export const createApplicationId = (randomBytes: Uint8Array, examineYear: string): string =>
  `${toApplicationIdPrefix(examineYear)}${createCheckedCode(randomBytes)}`;

export function isApplicationId(text: string): boolean {
  const parts = /^ARC\d{2}-([0-9A-HJKMNP-TV-Y]{7})([0-9A-HJKMNP-TV-Y])$/.exec(text);
  return parts !== null && calculateCheckCharacter(parts[1] as string) === parts[2];
}

/** `GR26-` by the year in India, and eight characters of seven random bytes, the last a check. */
export const createGrievanceNumber = (randomBytes: Uint8Array, now: Date): string =>
  `GR${toIndianDay(now).slice(2, 4)}-${createCheckedCode(randomBytes)}`;
