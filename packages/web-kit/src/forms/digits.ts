/** Where the ten digits begin in the scripts that keyboards here write: Telugu, Devanagari, Kannada, Tamil. */
const scriptZeros = [0x0c66, 0x0966, 0x0ce6, 0x0be6];

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = scriptZeros.find((start) => code >= start && code < start + 10);
  return zero === undefined ? '' : String(code - zero);
}

/** The digits of a text, as Latin ones. */
const extractDigits = (text: string): string =>
  text.replace(/\D/g, (character) => (/\p{Nd}/u.test(character) ? latinDigit(character) : ''));

/** A mobile number in India written whole: the country's code or the 0 before its ten digits is not part of it. */
const stripMobilePrefix = (digits: string): string =>
  /^(?:(?:00)?91|0)([6-9]\d{9})$/.exec(digits)?.[1] ?? digits;

interface DigitRestriction {
  readonly maxDigits: number;
  readonly isMobile: boolean;
}

/** Leaves only digits in a control, at most so many, with the caret behind the digit it was behind. */
export function restrictToDigits(
  control: HTMLInputElement | HTMLTextAreaElement,
  { maxDigits, isMobile }: DigitRestriction,
): void {
  const { value, selectionStart } = control;
  const digits = extractDigits(value);
  const accepted = (isMobile ? stripMobilePrefix(digits) : digits).slice(0, maxDigits);
  if (accepted === value) return;
  const digitsAfterCaret =
    digits.length - extractDigits(value.slice(0, selectionStart ?? value.length)).length;
  control.value = accepted;
  const caret = Math.max(0, accepted.length - digitsAfterCaret);
  control.setSelectionRange(caret, caret);
}
