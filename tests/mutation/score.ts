import { relative } from 'node:path';
import { ROOT } from '../stages/stage.ts';
import type { Mutant } from './mutate.ts';

/** Minimum per cent of a target's mutants that its tests must kill. */
const GOAL = 85;

export interface Score {
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

export const isGoalReached = ({ mutants }: Score): boolean => calculatePercent(mutants) >= GOAL;

const formatRow = (name: string, mutants: readonly Mutant[]): string =>
  [
    name.padEnd(56),
    `${calculatePercent(mutants).toFixed(1)} %`.padStart(8),
    ...(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'] as const).map((status) =>
      String(count(mutants, status)).padStart(9),
    ),
  ].join(' ');

/** A table of the targets and their files. */
export function printScores(scores: readonly Score[]): void {
  console.log(`\n${''.padEnd(56)} ${'score'.padStart(8)}    killed  too slow  survived not run   ignored`);
  for (const { name, mutants, seconds } of scores) {
    for (const [file, fileMutants] of Map.groupBy(mutants, ({ fileName }) => relative(ROOT, fileName))) {
      console.log(formatRow(`  ${file}`, fileMutants));
    }
    const outcome = calculatePercent(mutants) >= GOAL ? 'ok' : `FAILED, the goal is ${GOAL} %`;
    console.log(`${formatRow(name, mutants)}   ${outcome}, ${(seconds / 60).toFixed(1)} min\n`);
  }
}
