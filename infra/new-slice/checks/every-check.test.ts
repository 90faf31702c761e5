import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkingCopy } from '../src/testing/working-copy.ts';

const MINUTES = 60_000;
const { run, remove } = createWorkingCopy();
const slices = ['mf-receipts', 'svc-certificate'];

beforeAll(async () => {
  for (const name of slices) await run('infra/new-slice/src/main.ts', name);
});
afterAll(remove);

/** The output of a program of the copy, also when it fails. */
const getOutput = (...program: string[]): Promise<string> =>
  run(...program).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );

test.each([
  ['the static checks', ['format', 'types', 'web-types', 'e2e-types', 'imports', 'unused', 'contracts']],
  [
    'the rules of the architecture and every list of services',
    ['unit', 'tests/architecture', 'infra/launcher', 'infra/dev', 'packages'],
  ],
  ["the remote's own tests", ['unit', 'mf-receipts']],
  ["the service's own tests, against real stores", ['integration', 'svc-certificate']],
])(
  'with a new remote and a new service, %s pass',
  async (_what, args) => {
    expect(await getOutput('tests/run.ts', ...args)).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
  },
  8 * MINUTES,
);

test.each(slices)(
  '%s builds and tests with the rest of the repository absent',
  async (slice) => {
    expect(await getOutput('tests/isolated-build/run.ts', slice)).toMatch(
      `\n${slice} was built and tested alone.\n`,
    );
  },
  8 * MINUTES,
);
