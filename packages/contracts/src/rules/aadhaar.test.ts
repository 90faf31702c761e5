import { expect, test } from '@jest/globals';
import { hasValidCheckDigit } from './aadhaar.ts';

/** A number and its check digit, as Verhoeff's scheme is published with. */
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

test('when a number carries its check digit, then it fits', () => {
  expect([...examples, aadhaar].filter((number) => !hasValidCheckDigit(number))).toEqual([]);
});

test('when one digit is wrong or two neighbours are changed about, then it does not fit', () => {
  const wrong = [...mistypeOneDigit(aadhaar), ...swapNeighbours(aadhaar)].filter(
    (number) => number !== aadhaar,
  );
  expect(wrong.length).toBeGreaterThan(100);
  expect(wrong.filter(hasValidCheckDigit)).toEqual([]);
});
