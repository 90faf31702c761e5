import type { StageResult, TimedTest } from './stage.ts';

const SLOWEST = 20;
const MIN_SECONDS = 1;

/** The heading of a stage or a list. */
export const formatHeading = (name: string): string =>
  `\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`;

/** A row of the table of stages. */
export function formatResult({ name, passed, failed, skipped, seconds }: StageResult): string {
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`];
  const status = failed > 0 ? 'FAILED' : 'ok';
  return `${status.padEnd(7)} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${counts.filter(Boolean).join(', ')}`;
}

/** Prints the slowest tests of all stages, the slowest first. */
export function printSlowest(results: readonly StageResult[]): void {
  const slowTests = results
    .flatMap<TimedTest>(({ tests = [] }) => tests)
    .filter(({ seconds }) => seconds >= MIN_SECONDS);
  const slowest = slowTests.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  if (slowest.length > 0) console.log(formatHeading(`the ${slowest.length} slowest tests`));
  for (const { file, title, seconds } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file} › ${title}`);
  }
}

/** `N passed, N failed`, and `, N skipped` unless it is 0. */
export function formatSummary(results: readonly StageResult[]): string {
  const sum = (count: (result: StageResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const skipped = sum((result) => result.skipped);
  const summary = `${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`;
  return skipped > 0 ? `${summary}, ${skipped} skipped` : summary;
}
