import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Test } from '@jest/reporters';
import LongFirstSequencer, { LONG_SUITES } from './long-first.ts';
import { ROOT } from './stage.ts';

const context = { config: { cache: false }, hasteFS: { getSize: () => 1 } } as unknown as Test['context'];
const buildTest = (file: string): Test => ({ path: join(ROOT, file), context });

test('names only existing suites', () => {
  expect(LONG_SUITES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('sorts the long suites first in a new clone, the longest first', () => {
  const files = ['tests/e2e/doctor.test.ts', ...LONG_SUITES.toReversed()];
  const sorted = new LongFirstSequencer({ contexts: [], globalConfig: {} as never }).sort(
    files.map(buildTest),
  );
  expect(sorted.map(({ path }) => path.slice(ROOT.length))).toEqual([
    ...LONG_SUITES,
    'tests/e2e/doctor.test.ts',
  ]);
});
