import { parseCommandLine } from '@archaka/service-kit/command-line';
import { expect, jest, test } from '@jest/globals';
import { commandLine } from './settings.ts';

const parseSettings = (args: string[]) => parseCommandLine(commandLine, args);

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
  { args: ['--applicants', '0'], expected: '0 is not a whole number above 0' },
  { args: ['--seed', '1.5'], expected: '1.5 is not a whole number above 0' },
  { args: ['--clusters'], expected: "unknown option '--clusters'" },
])('rejects $args', ({ args, expected }) => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(() => parseSettings(args)).toThrow('ended with 2');
  expect(write.mock.calls.join('')).toContain(expected);
  write.mockRestore();
});
