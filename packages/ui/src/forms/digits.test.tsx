import { expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { words } from '../i18n/words.ts';
import { readNumber, TextField, type TextFieldProps, toLatinDigits } from './text-field.tsx';

const openField = (props: Partial<TextFieldProps> & { digits: number }): HTMLInputElement => {
  cleanup();
  const { container } = render(<TextField name="number" label={words.mobileNumber} {...props} />);
  return container.querySelector('input') as HTMLInputElement;
};

const mobile = { digits: 10, type: 'tel' } as const;
const tooMany = /నంబరు \d+ అంకెలు ఉండాలి/;

/** What a keyboard does: one character more at the caret, and an event. */
const typeKeys = (control: HTMLInputElement, text: string): void => {
  for (const key of text) fireEvent.change(control, { target: { value: control.value + key } });
};
const paste = (control: HTMLInputElement, text: string): void => {
  fireEvent.change(control, { target: { value: text } });
};

/** The digit 0 of scripts on people's keyboards, and of the mathematical ones without a gap between rows. */
const zeros = ['0', '౦', '०', '೦', '௦', '০', '૦', '੦', '୦', '൦', '٠', '۰', '０', '𝟎', '𝟘', '𝟶'] as const;
const writeWith = (zero: string, text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const mobileNumber = fc
  .tuple(fc.integer({ min: 6, max: 9 }), digits(9))
  .map(([first, rest]) => `${first}${rest}`);
const separators = fc.constantFrom('', ' ', '-', '\u00a0', '\u202f', ') ', '.');
const prefixes = fc.constantFrom(
  '',
  '0',
  '91',
  '091',
  '+91',
  '+91 0',
  '0091',
  '00910',
  '＋91',
  '(+91)',
  ' +91',
);
const writtenMobile = fc
  .tuple(mobileNumber, prefixes, separators, separators, fc.constantFrom(...zeros))
  .map(([number, prefix, first, second, zero]) => ({
    number,
    text: writeWith(zero, `${prefix}${first}${number.slice(0, 5)}${second}${number.slice(5)}`),
  }));

test.each([
  ['typed key by key', typeKeys],
  ['pasted', paste],
])('a mobile number that is %s in any usual way is that number', (_how, write) => {
  fc.assert(
    fc.property(writtenMobile, ({ number, text }) => {
      const control = openField(mobile);
      write(control, text);
      expect(control.value).toBe(number);
      expect(control.getAttribute('aria-invalid')).toBeNull();
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['typed key by key', typeKeys],
  ['pasted', paste],
])('digits too many that are %s are all shown, and said at the field', (_how, write) => {
  fc.assert(
    fc.property(writtenMobile, fc.integer({ min: 1, max: 9 }).chain(digits), ({ number, text }, more) => {
      // Such a number with digits behind it may be another one behind the country code.
      fc.pre(!number.startsWith('91'));
      const control = openField(mobile);
      write(control, text + more);
      expect(control.value.endsWith(number + more)).toBe(true);
      expect(control.getAttribute('aria-invalid')).toBe('true');
      const description = document.getElementById(control.getAttribute('aria-describedby') ?? '');
      expect(description?.textContent).toMatch(tooMany);
    }),
    { numRuns: 60 },
  );
});

test('no digit is lost in any text, whatever it is', () => {
  const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 3 }), digits(2)), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, fc.boolean(), (parts, isMobile) => {
      const written = parts.join('');
      const { prefix, digits: others } = readNumber(written, { isMobile });
      const expected = toLatinDigits(written).replace(/\D/g, '');
      expect([expected, `00${expected}`]).toContain(prefix + others);
      expect(prefix).toMatch(/^(0|0?910?|00910?)?$/);
    }),
  );
});

test.each([
  ['+1 415 555 2671', '0014155552671'],
  ['+65 9123 4567', '006591234567'],
  ['+44 7911 123456', '00447911123456'],
])('the foreign number %s does not become an Indian one', (text, shown) => {
  const control = openField(mobile);
  typeKeys(control, text);
  expect(control.value).toBe(shown);
  expect(screen.getByText(tooMany)).toBeTruthy();
});

test.each([
  ['an Aadhaar number', 12, '0012 3456 7890', '001234567890'],
  ['an Aadhaar number that begins with 91', 12, '9198 4802 2338', '919848022338'],
  ['a PIN code', 6, '५१७ ४२५', '517425'],
  ['an OTP with a leading 0', 4, '٠٤٧٢', '0472'],
])('%s is no mobile number: nothing is taken for a prefix', (_what, count, text, value) => {
  const control = openField({ digits: count });
  typeKeys(control, text);
  expect(control.value).toBe(value);
  typeKeys(control, '7');
  expect(control.value).toBe(`${value}7`);
  expect(control.getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['AB12-34', 'AB', '1234'],
  ['98480 22338', undefined, '9848022338'],
  ['+91 (98480) 22338', undefined, '9848022338'],
])('of %s it says at once which characters are left out: %s', (text, refused, value) => {
  const control = openField(mobile);
  paste(control, text);
  expect(control.value).toBe(value);
  const status = screen.getByRole('status');
  if (refused) expect(status.textContent).toContain(`Left out: ${refused}`);
  else expect(status.textContent).toBe('');
});

test('ends to say it once a digit too many is deleted', async () => {
  const control = openField(mobile);
  await userEvent.type(control, '98480223385');
  expect(screen.getByText(tooMany)).toBeTruthy();
  await userEvent.type(control, '{Backspace}');
  expect(control.value).toBe('9848022338');
  expect(screen.queryByText(tooMany)).toBeNull();
});

test.each([
  ['a digit of a script', '129', 2, '౩4', '12349', 4],
  ['a letter', '1234', 2, 'x', '1234', 2],
  ['spaces', '1234', 1, ' 9 ', '19234', 2],
  ['the country code at the start', '9848022338', 0, '91', '9848022338', 0],
])(
  'the caret stays behind what was typed in the middle: %s',
  async (_what, before, at, keys, after, caret) => {
    const control = openField({ ...mobile, defaultValue: before });
    await userEvent.type(control, keys, { initialSelectionStart: at, initialSelectionEnd: at });
    expect([control.value, control.selectionStart]).toEqual([after, caret]);
  },
);
