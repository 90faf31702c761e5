import { expect, test } from '@jest/globals';
import { percentile } from './percentile.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test.each([
  { share: 0.5, value: 50 },
  { share: 0.95, value: 95 },
  { share: 0.99, value: 99 },
  { share: 1, value: 100 },
])('of 1 to 100, $share does not exceed $value', ({ share, value }) => {
  expect(percentile(oneToHundred, share)).toBe(value);
});

test('one value is every percentile, and none is not a number', () => {
  expect(percentile([7], 0.01)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});
