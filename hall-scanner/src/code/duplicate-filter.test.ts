import { expect, test } from '@jest/globals';
import { createDuplicateFilter } from './duplicate-filter.ts';

test('ignores an answered code while it stays in view, and accepts it again after an absence', () => {
  let now = 0;
  const filter = createDuplicateFilter(() => now);
  filter.markHandled('one');
  for (const at of [1000, 2000, 3000]) {
    now = at;
    expect(filter.isDuplicate('one')).toBe(true);
  }
  expect(filter.isDuplicate('other')).toBe(false);
  now = 6000;
  expect(filter.isDuplicate('one')).toBe(false);
});
