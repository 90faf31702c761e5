import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkingCopy } from '../../src/testing/working-copy.ts';

const TIMEOUT_MS = 8 * 60_000;
const { run, remove } = createWorkingCopy();
const slices = ['mf-receipts', 'svc-certificate'];

beforeAll(async () => {
  for (const name of slices) await run('infra/local/new-slice/src/main.ts', name);
});
afterAll(remove);

/** The output of a program of the copy, also when it fails. */
const getOutput = (...program: string[]): Promise<string> =>
  run(...program).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );

test(
  'the tests of a new service pass on real stores',
  async () => {
    expect(await getOutput('tests/run.ts', 'integration', 'svc-certificate')).toMatch(
      /\n[1-9]\d* passed, 0 failed\n$/,
    );
  },
  TIMEOUT_MS,
);

test.each(slices)(
  '%s builds and tests with the rest of the repository absent',
  async (slice) => {
    expect(await getOutput('tests/isolated-build/run.ts', slice)).toMatch(
      `\n${slice} was built and tested alone.\n`,
    );
  },
  TIMEOUT_MS,
);
