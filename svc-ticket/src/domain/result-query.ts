/** What a visitor typed, as typed. */
export interface ResultForm {
  readonly roll_number: string;
  readonly dob: string;
}

export interface ResultQuery {
  readonly rollNumber: string;
  /** yyyy-mm-dd. */
  readonly dob: string;
}

export type ResultField = keyof ResultForm;

const TELUGU_ZERO = 0x0c66;

const toLatinDigits = (text: string): string =>
  text.replace(/[\u0c66-\u0c6f]/gu, (digit) => String(digit.charCodeAt(0) - TELUGU_ZERO));

/** With or without hyphens. Undefined when no seat can have it. */
export function parseRollNumber(typed: string): string | undefined {
  const [, ...parts] =
    /^(\d{2})([A-Z0-9]{2,6})(\d{4})$/.exec(
      toLatinDigits(typed)
        .toUpperCase()
        .replace(/[\s./\u2010-\u2015-]/gu, ''),
    ) ?? [];
  return parts.length > 0 ? parts.join('-') : undefined;
}

/** Day, month and year, with separators or as eight digits; yyyy-mm-dd. Undefined for no day of the calendar. */
export function parseDateOfBirth(typed: string): string | undefined {
  const text = toLatinDigits(typed).trim();
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[\s./\u2010-\u2015-]+(\d{1,2})[\s./\u2010-\u2015-]+(\d{4})$/u.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text) ??
    [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = Date.parse(date);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date) ? date : undefined;
}
