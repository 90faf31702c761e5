import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { ROOT } from '../stages/stage.ts';
import type { SourceGroup } from './targets.ts';

type Options = ConstructorParameters<typeof Stryker>[0];
export type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Files that the suites read; the rest of the checkout is not copied for a run. */
const COPIED_PATHS = [
  'package.json',
  'jest.config.mjs',
  'exams',
  'packages/slice-tools/build',
  'packages/privacy-kit',
  'packages/service-kit',
  'packages/slice-tools',
  'infra/test-kit/jest',
  'svc-payment',
  'tests/mutation',
];

const createOptions = ({ sources, tests }: SourceGroup): Options => ({
  mutate: [...sources],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    configFile: 'tests/mutation/jest.config.mjs',
    config: { testMatch: tests.map((glob) => `<rootDir>/${glob}`) },
    enableFindRelatedTests: false,
  },
  coverageAnalysis: 'perTest',
  // A waiting test fails by its own timeout; this one is for loops that block the event loop.
  timeoutMS: 20_000,
  // Each run leaks some memory.
  maxTestRunnerReuse: 100,
  // The stores are the same for all mutants, and the machine may be small.
  concurrency: 1,
  plugins: ['@stryker-mutator/jest-runner', join(import.meta.dirname, 'equivalent.ts')],
  ignorers: ['equivalent'],
  ignorePatterns: ['**', ...COPIED_PATHS.flatMap((path) => [`!${path}`, `!${path}/**`]), '**/node_modules'],
  disableTypeChecks: false,
  tempDirName: '.cache/mutation',
  cleanTempDir: 'always',
  reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'clear-text'],
  clearTextReporter: { reportTests: false, reportScoreTable: false, skipFull: true },
  allowConsoleColors: process.stdout.isTTY,
});

/**
 * Mutates the target's sources in a copy, one mutant after the other, and runs its tests on each.
 * @throws Error when they fail on the unchanged sources
 */
export async function runMutationTest(group: SourceGroup): Promise<Mutant[]> {
  process.chdir(ROOT);
  process.env.MUTATED_PROJECT = group.project;
  return await new Stryker(createOptions(group)).runMutationTest();
}
