import { expect, test } from '@jest/globals';
import { getLastTwoDays } from './read-settlements.ts';

test.each([
  ['a minute before midnight in India', '2026-02-28T18:29:00Z', [27, 28], [2, 2]],
  ['at midnight in India', '2026-02-28T18:30:00Z', [28, 1], [2, 3]],
])('%s', (_, now, days, months) => {
  const both = getLastTwoDays(new Date(now));
  expect(both.map(({ day }) => day)).toEqual(days);
  expect(both.map(({ month }) => month)).toEqual(months);
});
