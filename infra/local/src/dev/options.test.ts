import { parseCommandLine } from '@archaka/service-kit/command-line';
import { expect, jest, test } from '@jest/globals';
import { commandLine } from './plan.ts';

const parseOptions = (args: string[]) => parseCommandLine(commandLine, args);

test('distinguishes remotes, services and the page', () => {
  expect(parseOptions(['mf-history', 'svc-payment'])).toMatchObject({
    remotes: ['mf-history'],
    services: ['svc-payment'],
    page: true,
    mock: false,
  });
  expect(parseOptions(['shell', '--mock'])).toMatchObject({ remotes: [], page: true, mock: true });
  expect(parseOptions(['svc-payment'])).toMatchObject({ page: false });
  expect(parseOptions(['mf-auth', '--portal', 'http://localhost:9000']).portal?.origin).toBe(
    'http://localhost:9000',
  );
});

test.each([
  [[], "missing required argument 'slices'"],
  [['mf-histroy'], 'Name the slices to work on, not mf-histroy: shell'],
  [['mf-auth', '--porta'], "unknown option '--porta'"],
  [['mf-auth', '--portal', 'localhost'], '--portal needs an address such as http://localhost:8080'],
  [['mf-auth', '--mock', '--portal', 'http://localhost:8080'], '--portal names a portal with services'],
  [['svc-auth', '--mock'], 'For svc-auth, dev mode starts its own portal'],
])('reports the error of %j', (args, message) => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(() => parseOptions(args)).toThrow('ended with 2');
  expect(write.mock.calls.join('')).toContain(message);
  write.mockRestore();
});
