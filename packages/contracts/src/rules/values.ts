/** Missing, null, `""`, blanks and `[]` are empty. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Values of other types become empty text. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export function parseWholeNumber(value: unknown): number | undefined {
  const text = toText(value).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

// Control characters and lone surrogates. The joiners that Telugu needs (U+200C, U+200D) are printable.
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
const UNPRINTABLE_LINE = /[\p{Cs}]|(?![\r\n\t])\p{Cc}/u;

export const isPrintable = (value: unknown, maxLength: number): boolean =>
  typeof value === 'string' && [...value].length <= maxLength && !UNPRINTABLE.test(value);

export const isPrintableLines = (value: unknown, maxLength: number): boolean =>
  typeof value === 'string' && [...value].length <= maxLength && !UNPRINTABLE_LINE.test(value);

/** yyyy-mm-dd of the calendar. */
export function isRealDate(value: unknown): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(toText(value));
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
