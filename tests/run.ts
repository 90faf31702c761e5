import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { basename } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type CommandLine, exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { chooseStages, stageNames } from './stages/choose.ts';
import { createInterruption } from './stages/command.ts';
import {
  formatHeading,
  formatResult,
  formatSummary,
  printFailures,
  printSlowest,
  runStages,
} from './stages/run-stages.ts';
import { createRunFolder, startSweeper } from './stages/sweeper.ts';

/** Duration of a round on the reference machine: two cores, otherwise idle. */
const REFERENCE_MS = 500;
/** One for each core of the reference machine. */
const WORKERS = 2;
const ROUNDS = 3;
/** Limits the wait for a failure; a machine that is busier than this at the start is rarely so until the end. */
const MAX_FACTOR = 10;
const REPETITIONS = 15_000;

/** A workload similar to tests: objects, JSON, strings, hashes. */
function runReferenceWork(): string {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    index,
    name: `applicant ${index}`,
    tags: ['a'],
  }));
  let digest = '';
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const text = JSON.stringify([digest, ...rows]);
    digest = createHash('sha256').update(text).digest('hex');
    JSON.parse(text);
  }
  return digest;
}

async function measureRound(workers: readonly Worker[]): Promise<number> {
  const startedAt = performance.now();
  for (const worker of workers) worker.postMessage('work');
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return performance.now() - startedAt;
}

/** Returns the slowdown of this machine against the reference, 1 to 10, from the fastest of three rounds. */
async function measureTimeoutFactor(): Promise<number> {
  const workers = Array.from({ length: WORKERS }, () => new Worker(import.meta.filename));
  const times: number[] = [];
  try {
    await measureRound(workers);
    for (let count = 0; count < ROUNDS; count += 1) times.push(await measureRound(workers));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  const factor = Math.round((Math.min(...times) / REFERENCE_MS) * 10) / 10;
  return Math.min(MAX_FACTOR, Math.max(1, factor));
}

if (!isMainThread) parentPort?.on('message', () => parentPort?.postMessage(runReferenceWork()));

const commandLine: CommandLine<readonly string[]> = {
  name: 'npm test',
  description: 'Runs the tests and checks.',
  examples: ['', 'unit', 'integration svc-auth', 'changed'],
  define: (program, choose) => {
    program
      .argument(
        '[words...]',
        `stages by name (${stageNames.join(', ')}); other words select the test files whose paths contain one; changed alone selects what the changes against main can affect`,
      )
      .action((words) => choose(words));
  },
};

await runCommandLine(commandLine, async (words) => {
  const stages = chooseStages(words);
  const folder = await createRunFolder();
  const sweeper = startSweeper(folder);
  const signal = createInterruption(sweeper.observe);

  process.env.TEST_RUN = basename(folder);
  process.env.TEST_TIMEOUT_FACTOR ??= String(await measureTimeoutFactor());
  console.log(
    `Node ${process.version}. Timeouts of tests × ${process.env.TEST_TIMEOUT_FACTOR}: this machine's time against the reference's.`,
  );

  const results = await runStages(stages, { folder, signal }, sweeper.sweep);
  await sweeper.close();

  printSlowest(results);
  printFailures(results);
  console.log([formatHeading('summary'), ...results.map(formatResult)].join('\n'));
  if (signal.aborted) console.log(`Interrupted by ${signal.reason}.`);
  console.log(formatSummary(results));
  return signal.aborted ? exitCodes.interrupted : Number(results.some(({ failed }) => failed > 0));
});
