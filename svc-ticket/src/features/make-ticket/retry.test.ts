import { partDown } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { retryAfter } from './retry.ts';

test('a ticket that fails is tried again later and later, then parked', () => {
  const retries = [0, 1, 2, 3, 4, 5, 6, 7].map((attempts) => retryAfter(new Error('broken'), attempts));
  expect(retries.map(({ inMs }) => inMs / 250)).toEqual([1, 2, 4, 8, 16, 32, 64, 14_400]);
  expect(retries.map(({ parked }) => parked)).toEqual([...Array(7).fill(false), true]);
});

test('while a part is down its tickets are never parked and never wait for more than 5 s', () => {
  expect(retryAfter(partDown('application'), 100)).toEqual({ inMs: 5000, parked: false });
});
