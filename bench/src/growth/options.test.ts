import { expect, test } from '@jest/globals';
import { describeShortage } from './disk-space.ts';
import { parseGrowthOptions } from './options.ts';

test('measures a thousand and a million by default', () => {
  expect(parseGrowthOptions([])).toEqual({ sizes: [1000, 1_000_000], seed: 1 });
  expect(parseGrowthOptions(['--sizes', '500,600', '--seed', '9'])).toEqual({ sizes: [500, 600], seed: 9 });
});

test.each(['1000', '2000,1000', '10,1000', 'few,many'])('rejects sizes %s with the usage', (sizes) => {
  expect(() => parseGrowthOptions(['--sizes', sizes])).toThrow('Usage: npm run bench -- growth');
});

test('rejects a million if the disk is too small', () => {
  expect(describeShortage(1_000_000, 20e9)).toMatch(/need 29 GB .* 20 GB are free: use smaller --sizes/);
  expect(describeShortage(1_000_000, 40e9)).toBeUndefined();
});
