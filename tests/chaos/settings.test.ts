import { expect, test } from '@jest/globals';
import { parseSettings } from './settings.ts';

test('defaults to 2,000 applicants on this machine', () => {
  expect(parseSettings([])).toMatchObject({ applicants: 2000, concurrency: 60, cluster: false });
});

test('accepts --cluster without a value beside numeric options', () => {
  expect(parseSettings(['--cluster', '--applicants', '20', '--seed', '7'])).toMatchObject({
    cluster: true,
    applicants: 20,
    seed: 7,
  });
});

test.each([
  { args: ['--applicants', '0'], expected: 'Usage: npm run chaos' },
  { args: ['--seed', '1.5'], expected: 'Usage: npm run chaos' },
  { args: ['--clusters'], expected: 'Unknown option' },
])('rejects $args', ({ args, expected }) => {
  expect(() => parseSettings(args)).toThrow(expected);
});
