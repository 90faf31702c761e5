interface LanguageChoice {
  readonly language_id: number;
  readonly language: string;
}

/** JSON text of `[{ language_id, language }]`; empty when invalid. Uses no schema, since browsers run it too. */
export function parseLanguages(text: unknown): LanguageChoice[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items.map(toLanguageChoice) : [];
  } catch {
    return [];
  }
}

function toLanguageChoice(item: { language_id?: unknown; language?: unknown } | null): LanguageChoice {
  const language_id = Number(item?.language_id);
  const language = item?.language;
  if (typeof language !== 'string' || !Number.isFinite(language_id))
    throw new TypeError('No language choice');
  return { language_id, language };
}

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

// Control, format, separator and private characters, and lone surrogates. Telugu needs the joiners U+200C, U+200D.
const UNPRINTABLE = /(?!\u200c|\u200d)[\p{C}\p{Zl}\p{Zp}]/u;
const UNPRINTABLE_IN_LINES = /(?!\u200c|\u200d|[\r\n\t])[\p{C}\p{Zl}\p{Zp}]/u;
/** The fillers of Hangul are letters without ink. */
const VISIBLE_LETTER = /(?![\u115f\u1160\u3164\uffa0])\p{L}/u;
const VISIBLE_SIGN = /(?![\u115f\u1160\u3164\uffa0])[\p{L}\p{N}]/u;

interface TextRules {
  /** Characters. */
  readonly maxLength: number;
  readonly multiline?: boolean;
}

/** Whether a text has no control, format or private character but ZWJ and ZWNJ. */
export const isPrintable = (value: unknown, { maxLength, multiline = false }: TextRules): boolean =>
  typeof value === 'string' &&
  [...value].length <= maxLength &&
  !(multiline ? UNPRINTABLE_IN_LINES : UNPRINTABLE).test(value);

/** Whether a name shows nothing that is read: marks, fillers and spaces only. */
export const isBlankName = (value: unknown): boolean => !VISIBLE_LETTER.test(toText(value));

/** As `isBlankName`, for a text that may consist of digits. */
export const isBlankText = (value: unknown): boolean => !VISIBLE_SIGN.test(toText(value));

/** yyyy-mm-dd of the calendar. */
export function isRealDate(value: unknown): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(toText(value));
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
