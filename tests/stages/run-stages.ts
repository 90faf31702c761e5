import { stripVTControlCharacters } from 'node:util';
import type { Print, Run, Stage, StageResult, TimedTest } from './stage.ts';

/** Number of concurrent stages. */
const SIDE_BY_SIDE = 2;

const write: Print = (text) => void process.stdout.write(text);

/** Consecutive parallel stages are one group; any other stage is a separate group. */
function groupStages(stages: readonly Stage[]): Stage[][] {
  const groups: Stage[][] = [];
  for (const stage of stages) {
    const group = groups.at(-1);
    if (stage.isParallel && group?.[0]?.isParallel) group.push(stage);
    else groups.push([stage]);
  }
  return groups;
}

async function runStage(stage: Stage, run: Run, print: Print): Promise<StageResult> {
  print(`${formatHeading(stage.name)}\n`);
  const result = await stage.run({ ...run, print });
  print(`${formatResult(result)}\n`);
  return result;
}

/** Prints the stage's output in one piece at its end. */
async function runBesideAnother(stage: Stage, run: Run): Promise<StageResult> {
  let printed = '';
  const result = await runStage(stage, run, (text) => {
    printed += text;
  });
  write(printed);
  return result;
}

async function runSideBySide(stages: readonly Stage[], run: Run): Promise<StageResult[]> {
  const results = new Map<Stage, StageResult>();
  const waiting = [...stages];
  const work = async () => {
    for (let stage = waiting.shift(); stage && !run.signal.aborted; stage = waiting.shift())
      results.set(stage, await runBesideAnother(stage, run));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return stages.flatMap((stage) => results.get(stage) ?? []);
}

/**
 * Runs stages in order, two consecutive parallel ones at a time, until the run is interrupted.
 * @param sweep stops orphaned processes and containers, and returns their descriptions
 */
export async function runStages(
  stages: readonly Stage[],
  run: Run,
  sweep: () => Promise<string[]>,
): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const group of groupStages(stages)) {
    if (run.signal.aborted) break;
    const [first, ...others] = group;
    if (first && others.length === 0) results.push(await runStage(first, run, write));
    else results.push(...(await runSideBySide(group, run)));
    const names = group.map(({ name }) => name).join(', ');
    for (const orphan of await sweep()) write(`Left running by ${names} and ended: ${orphan}\n`);
  }
  return results;
}

const SLOWEST = 10;
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

const MAX_FAILURES = 20;
const MAX_FAILURE_LENGTH = 500;

/** Prints the failures of all stages again: a log of CI may show only its end. */
export function printFailures(results: readonly StageResult[]): void {
  const failures = results.flatMap(({ failures: found = [] }) => found);
  if (failures.length > 0) console.log(formatHeading(`failed: ${failures.length}`));
  for (const failure of failures.slice(0, MAX_FAILURES))
    console.log(stripVTControlCharacters(failure).slice(0, MAX_FAILURE_LENGTH));
}

/** `N passed, N failed`, and `, N skipped` unless it is 0. */
export function formatSummary(results: readonly StageResult[]): string {
  const sum = (count: (result: StageResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const skipped = sum((result) => result.skipped);
  const summary = `${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`;
  return skipped > 0 ? `${summary}, ${skipped} skipped` : summary;
}
