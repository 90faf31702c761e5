import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWorkingCopy } from '../src/testing/working-copy.ts';

const MINUTES = 60_000;
const { folder, run, remove } = createWorkingCopy();
const recipes = globSync('docs/recipes/*.diff', { cwd: folder });
const recipeTests = recipes
  .flatMap((recipe) => readFileSync(join(folder, recipe), 'utf8').match(/(?<=^\+\+\+ b\/).*\.test\.ts$/gm))
  .filter((file) => file !== null);

const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);

/** Follows CONTRIBUTING.md; the release of the contracts is part of a new service. */
beforeAll(async () => {
  git('apply', ...recipes);
  for (const name of ['mf-receipts', 'svc-certificate']) await run('infra/local/new-slice/src/main.ts', name);
  // Some rules read the files that git lists.
  git('add', '--all');
});
afterAll(remove);

/** The output of a program of the copy, also when it fails. */
const getOutput = (...program: string[]): Promise<string> =>
  run(...program).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );

/** Only the stages and suites whose result a new call, event, field or slice can change. */
test.each([
  ['the static checks', ['format', 'types', 'web-types', 'e2e-types', 'imports', 'unused', 'contracts']],
  [
    'the rules of the architecture, every list of services and the tests of what is new',
    [
      ...['unit', 'manifests', 'integration'],
      'tests/architecture/(?!advisories)',
      'tests/manifests/(?!alerts|parameters)',
      'infra/local/src/comp',
      'infra/local/dev',
      'packages/contracts/src',
      'mf-receipts',
      'application-messages',
      ...recipeTests,
    ],
  ],
])(
  'with a new call, event, field, remote and service, %s pass',
  async (_what, args) => {
    expect(await getOutput('tests/run.ts', ...args)).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
  },
  scaledTimeout(8 * MINUTES),
);
