import { join, relative } from 'node:path';
import { CommandError, type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { startBackingServices, toBackingServiceVariables } from '@archaka/test-kit';
import { Stryker } from '@stryker-mutator/core';
import { ROOT } from '../stages/stage.ts';
import { chooseTargets, type SourceGroup, type Target, targets } from './targets.ts';

type Options = ConstructorParameters<typeof Stryker>[0];
type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

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
async function runMutationTest(group: SourceGroup): Promise<Mutant[]> {
  process.chdir(ROOT);
  process.env.MUTATED_PROJECT = group.project;
  return await new Stryker(createOptions(group)).runMutationTest();
}

/** Minimum per cent of a target's mutants that its tests must kill. */
const GOAL = 85;

interface Score {
  readonly name: string;
  readonly mutants: readonly Mutant[];
  readonly seconds: number;
}

const count = (mutants: readonly Mutant[], ...statuses: Mutant['status'][]): number =>
  mutants.filter(({ status }) => statuses.includes(status)).length;

/** Killed mutants of all that count, in per cent; NaN without mutants, which reaches no goal. */
function calculatePercent(mutants: readonly Mutant[]): number {
  const detected = count(mutants, 'Killed', 'Timeout');
  return (100 * detected) / (detected + count(mutants, 'Survived', 'NoCoverage'));
}

const isGoalReached = ({ mutants }: Score): boolean => calculatePercent(mutants) >= GOAL;

const formatRow = (name: string, mutants: readonly Mutant[]): string =>
  [
    name.padEnd(56),
    `${calculatePercent(mutants).toFixed(1)} %`.padStart(8),
    ...(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'] as const).map((status) =>
      String(count(mutants, status)).padStart(9),
    ),
  ].join(' ');

/** A table of the targets and their files. */
function printScores(scores: readonly Score[]): void {
  console.log(`\n${''.padEnd(56)} ${'score'.padStart(8)}    killed  too slow  survived not run   ignored`);
  for (const { name, mutants, seconds } of scores) {
    for (const [file, fileMutants] of Map.groupBy(mutants, ({ fileName }) => relative(ROOT, fileName))) {
      console.log(formatRow(`  ${file}`, fileMutants));
    }
    const outcome = calculatePercent(mutants) >= GOAL ? 'ok' : `FAILED, the goal is ${GOAL} %`;
    console.log(`${formatRow(name, mutants)}   ${outcome}, ${(seconds / 60).toFixed(1)} min\n`);
  }
}

async function measureScore({ name, groups: parts }: Target): Promise<Score> {
  const startedAt = performance.now();
  const mutants: Mutant[] = [];
  for (const group of parts) mutants.push(...(await runMutationTest(group)));
  return { name, mutants, seconds: (performance.now() - startedAt) / 1000 };
}

async function measureScores(chosenTargets: readonly Target[]): Promise<Score[]> {
  const needsBackingServices = chosenTargets.some(({ groups: parts }) =>
    parts.some(({ project }) => project === 'integration'),
  );
  const backingServices = needsBackingServices ? await startBackingServices() : undefined;
  try {
    if (backingServices) Object.assign(process.env, toBackingServiceVariables(backingServices));
    const scores: Score[] = [];
    for (const target of chosenTargets) scores.push(await measureScore(target));
    return scores;
  } finally {
    await backingServices?.stop();
  }
}

const commandLine: CommandLine<readonly Target[]> = {
  name: 'mutation',
  description: 'Measures which changes of the sources no test notices. Exit code 1: a goal is not reached.',
  examples: ['inbox', 'packages/service-kit/src/events/handle-message.ts'],
  define: (program, choose) => {
    program
      .argument('[names...]', `some of ${targets.map(({ name }) => name).join(', ')}, or of their files`)
      .action((names) => {
        const chosen = chooseTargets(names);
        if (chosen.length === 0) throw new CommandError(`no target has ${names.join(', ')}`);
        choose(chosen);
      });
  },
};

await runCommandLine(commandLine, async (chosenTargets) => {
  const scores = await measureScores(chosenTargets);
  printScores(scores);
  return scores.every(isGoalReached) ? 0 : exitCodes.failure;
});
