import type { Test } from '@jest/reporters';
import sequencer from '@jest/test-sequencer';

/**
 * The longest suites with small files, whose tests are in other files. The longest is first, so that none
 * runs alone at the end.
 */
export const LONG_SUITES = [
  'tests/e2e/contract/contract.test.ts',
  'tests/e2e/accessibility/form-screens.test.ts',
  'tests/e2e/degradation/degradation.test.ts',
  'tests/e2e/autosave/autosave.test.ts',
  'tests/e2e/accessibility/other-screens.test.ts',
  'tests/e2e/version-skew/version-skew.test.ts',
  'tests/e2e/specification/form.test.ts',
  'tests/e2e/offline/offline.test.ts',
  'tests/e2e/scanner.test.ts',
  'tests/e2e/backup/restore.test.ts',
  'tests/e2e/docs/fuzz.test.ts',
  'svc-application/test/erasure-races.test.ts',
  'svc-application/test/concurrent-calls.test.ts',
  'svc-auth/test/concurrent-calls.test.ts',
];

// The package's types describe its CommonJS file, but an import loads another one.
const Sequencer = sequencer as unknown as typeof sequencer.default;

const findPlace = ({ path }: Test): number => {
  const place = LONG_SUITES.findIndex((file) => path.endsWith(`/${file}`));
  return place < 0 ? LONG_SUITES.length : place;
};

/** jest's order by the times of the previous run. In a new clone without times the long suites are first. */
export default class LongFirstSequencer extends Sequencer {
  override sort(tests: Test[]): Test[] {
    const sorted = super.sort(tests) as Test[];
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((one, other) => findPlace(one) - findPlace(other));
  }
}
