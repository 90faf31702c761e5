import type { Test } from '@jest/reporters';
import sequencer from '@jest/test-sequencer';

/**
 * The longest suites whose files are small: what they run stands in other files. The longest first, so that none
 * of them runs alone at the end.
 */
export const LONG_SUITES = [
  'tests/e2e/contract/contract.test.ts',
  'tests/e2e/accessibility/form-screens.test.ts',
  'tests/e2e/degradation/degradation.test.ts',
  'tests/e2e/specification/visitor.test.ts',
  'tests/e2e/autosave/autosave.test.ts',
  'tests/e2e/accessibility/other-screens.test.ts',
  'tests/e2e/version-skew/version-skew.test.ts',
  'tests/e2e/specification/form.test.ts',
  'tests/e2e/specification/application.test.ts',
  'tests/e2e/offline/offline.test.ts',
  'tests/e2e/scanner.test.ts',
  'tests/e2e/backup/restore.test.ts',
  'tests/e2e/uploads/uploads.test.ts',
  'tests/e2e/docs/fuzz.test.ts',
];

// Its types describe the CommonJS file, which an import does not get.
const Sequencer = sequencer as unknown as typeof sequencer.default;

const findPlace = ({ path }: Test): number => {
  const place = LONG_SUITES.findIndex((file) => path.endsWith(`/${file}`));
  return place < 0 ? LONG_SUITES.length : place;
};

/** jest's order, by the times of the run before. In a new clone, which has none, the long suites come first. */
export default class LongFirstSequencer extends Sequencer {
  override sort(tests: Test[]): Test[] {
    const sorted = super.sort(tests) as Test[];
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((one, other) => findPlace(one) - findPlace(other));
  }
}
