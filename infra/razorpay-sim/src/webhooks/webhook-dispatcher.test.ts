import { expect, test } from '@jest/globals';
import { getRetryDelay } from './webhook-dispatcher.ts';

test('retries wait longer each time, a minute at most', () => {
  const delays = [0, 1, 2, 3, 7, 8, 9, 100].map(getRetryDelay);
  expect(delays).toEqual([250, 500, 1000, 2000, 32_000, 60_000, 60_000, 60_000]);
});
