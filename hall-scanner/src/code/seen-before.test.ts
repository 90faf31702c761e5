import { expect, test } from '@jest/globals';
import { seenBefore } from './seen-before.ts';

test('a code that was answered is passed over while it stays in view, and counts again after it was away', () => {
  let now = 0;
  const seen = seenBefore(() => now);
  seen.answer('one');
  for (const at of [1000, 2000, 3000]) {
    now = at;
    expect(seen.isStill('one')).toBe(true);
  }
  expect(seen.isStill('other')).toBe(false);
  now = 6000;
  expect(seen.isStill('one')).toBe(false);
});
