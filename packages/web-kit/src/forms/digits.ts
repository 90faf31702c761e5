/** Where the ten digits begin in the scripts that keyboards here write: Telugu, Devanagari, Kannada, Tamil. */
const zeros = [0x0c66, 0x0966, 0x0ce6, 0x0be6];

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((start) => code >= start && code < start + 10);
  return zero === undefined ? '' : String(code - zero);
}

/** The digits of a text, as Latin ones. */
const digitsOf = (text: string): string =>
  text.replace(/\D/g, (character) => (/\p{Nd}/u.test(character) ? latinDigit(character) : ''));

/** A mobile number in India written whole: the country's code or the 0 before its ten digits is not part of it. */
const withoutPrefix = (digits: string): string => /^(?:(?:00)?91|0)([6-9]\d{9})$/.exec(digits)?.[1] ?? digits;

interface DigitsWanted {
  readonly most: number;
  readonly isMobile: boolean;
}

/** Leaves only digits in a control, at most so many, with the caret behind the digit it was behind. */
export function keepDigits(
  control: HTMLInputElement | HTMLTextAreaElement,
  { most, isMobile }: DigitsWanted,
): void {
  const { value, selectionStart } = control;
  const digits = digitsOf(value);
  const kept = (isMobile ? withoutPrefix(digits) : digits).slice(0, most);
  if (kept === value) return;
  const behind = digits.length - digitsOf(value.slice(0, selectionStart ?? value.length)).length;
  control.value = kept;
  const caret = Math.max(0, kept.length - behind);
  control.setSelectionRange(caret, caret);
}
