import { expect, test } from '@jest/globals';
import { parseSettings } from './settings.ts';

test('without options, a run of 2,000 applicants on this machine is meant', () => {
  expect(parseSettings([])).toMatchObject({ applicants: 2000, concurrency: 60, cluster: false });
});

test('a cluster is asked for by a word without a value, beside numbers', () => {
  expect(parseSettings(['--cluster', '--applicants', '20', '--seed', '7'])).toMatchObject({
    cluster: true,
    applicants: 20,
    seed: 7,
  });
});

test.each([
  { args: ['--applicants', '0'], expected: 'Say: npm run chaos' },
  { args: ['--seed', '1.5'], expected: 'Say: npm run chaos' },
  { args: ['--clusters'], expected: 'Unknown option' },
])('$args is refused', ({ args, expected }) => {
  expect(() => parseSettings(args)).toThrow(expected);
});
