import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkingCopy } from '../src/testing/working-copy.ts';

const MINUTES = 60_000;
const { folder, run, remove } = createWorkingCopy();

beforeAll(async () => {
  for (const name of ['mf-receipts', 'svc-certificate']) await run('infra/new-slice/src/main.ts', name);
  // Some rules read the files that git lists.
  execFileSync('git', ['-C', folder, 'add', '--all']);
});
afterAll(remove);

/** The output of a program of the copy, also when it fails. */
const getOutput = (...program: string[]): Promise<string> =>
  run(...program).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );

test.each([
  ['the static checks and the manifests', ['format', 'types', 'web-types', 'imports', 'unused', 'manifests']],
  [
    'the rules of the architecture, every list of services and the tests of the remote',
    [
      'unit',
      'tests/architecture',
      'infra/launcher/src/comp',
      'infra/dev',
      'packages/contracts',
      'mf-receipts',
    ],
  ],
])(
  'with a new remote and a new service, %s pass',
  async (_what, args) => {
    expect(await getOutput('tests/run.ts', ...args)).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
  },
  8 * MINUTES,
);
