import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copyCheckout } from '../src/testing/checkout-copy.ts';

const MINUTES = 60_000;
const { run, remove } = copyCheckout();

beforeAll(async () => {
  for (const name of ['mf-receipts', 'svc-certificate']) await run('infra/new-slice/src/main.ts', name);
});
afterAll(remove);

/** What `npm test` says of the copy. */
const tested = (...words: string[]): Promise<string> =>
  run('tests/run.ts', ...words).then(
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
  async (_what, words) => {
    expect(await tested(...words)).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
  },
  8 * MINUTES,
);
