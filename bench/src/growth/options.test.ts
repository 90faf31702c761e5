import { expect, test } from '@jest/globals';
import { describeShortage } from './disk-space.ts';
import { parseSizes } from './options.ts';

test('parses ascending sizes', () => {
  expect(parseSizes('500,600')).toEqual([500, 600]);
});

test.each(['1000', '2000,1000', '10,1000', 'few,many'])('rejects sizes %s', (sizes) => {
  expect(() => parseSizes(sizes)).toThrow('at least two ascending numbers from 500');
});

test('rejects a million if the disk is too small', () => {
  expect(describeShortage(1_000_000, 20e9)).toMatch(/need 29 GB .* 20 GB are free: use smaller --sizes/);
  expect(describeShortage(1_000_000, 40e9)).toBeUndefined();
});
