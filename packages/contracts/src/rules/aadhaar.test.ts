import { expect, test } from '@jest/globals';
import { hasValidCheckDigit } from './aadhaar.ts';

/** A number and its check digit from the publication of Verhoeff's scheme. */
const examples = ['2363', '758722', '123451', '1428570', '1234567890120', '84736430954837284567892'];
const aadhaar = '999941057058'; // The Unique Identification Authority's own sample.

const swapNeighbours = (number: string) =>
  [...number.slice(1)].map(
    (_, at) => number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2),
  );

const mistypeOneDigit = (number: string) =>
  [...number].flatMap((right, at) =>
    [...'0123456789']
      .filter((digit) => digit !== right)
      .map((digit) => number.slice(0, at) + digit + number.slice(at + 1)),
  );

test('accepts a number with its check digit', () => {
  expect([...examples, aadhaar].filter((number) => !hasValidCheckDigit(number))).toEqual([]);
});

test('rejects a number with one wrong digit or two swapped neighbours', () => {
  const wrong = [...mistypeOneDigit(aadhaar), ...swapNeighbours(aadhaar)].filter(
    (number) => number !== aadhaar,
  );
  expect(wrong.length).toBeGreaterThan(100);
  expect(wrong.filter(hasValidCheckDigit)).toEqual([]);
});
