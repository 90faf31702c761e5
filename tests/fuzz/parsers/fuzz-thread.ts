import { randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { HttpProblem } from '@archaka/service-kit/server';
import { findGrowth, mutate, observeCoverage } from './mutate.ts';
import { startInput } from './progress.ts';
import type { Target } from './target.ts';
import { targets } from './targets.ts';

export interface FuzzJob {
  readonly name: string;
  readonly seconds: number;
  readonly corpus: readonly Uint8Array[];
  readonly progress: SharedArrayBuffer;
}

export interface Failure {
  readonly reason: string;
  readonly bytes: Uint8Array;
}

export interface FuzzReport {
  readonly executions: number;
  readonly blocks: number;
  /** Inputs with new coverage. */
  readonly foundInputs: readonly Uint8Array[];
  readonly failures: readonly Failure[];
}

/** Inputs between two reads of the coverage, which cost as much as some dozens of inputs. */
const BATCH = 64;
const GROWTH_CHECK_INTERVAL = 50;

/** Rejections of a parser; any other exception is a failure. */
const isExpectedError = (error: unknown): boolean =>
  error instanceof HttpProblem || error instanceof SyntaxError;

// The library of PDFs warns of each broken one.
console.warn = () => undefined;

const { name, seconds, corpus, progress } = workerData as FuzzJob;
const target = targets[name] as Target;
const pool: Buffer[] = [...target.seeds, ...corpus].map((seed) => Buffer.from(seed as Uint8Array));
const pick = () => pool[randomInt(pool.length)] as Buffer;
const failures: Failure[] = [];

async function run(bytes: Buffer): Promise<void> {
  startInput(progress, bytes);
  try {
    await target.parse(bytes);
  } catch (error) {
    if (!isExpectedError(error)) failures.push({ reason: String(error), bytes });
  }
}

/** Candidates for repetition: a part of an input, and a word. */
function createUnits(): Buffer[] {
  const [input, word] = [pick(), target.tokens[randomInt(target.tokens.length)] ?? ''];
  const start = randomInt(input.length + 1);
  return [input.subarray(start, start + 1 + randomInt(48)), Buffer.from(word, 'latin1')];
}

async function checkGrowth(): Promise<void> {
  for (const unit of createUnits()) {
    const reason = await findGrowth(target, unit);
    if (reason !== undefined)
      failures.push({ reason: `${reason} of ${JSON.stringify(unit.toString('latin1'))}`, bytes: unit });
  }
}

async function fuzz(): Promise<FuzzReport> {
  const coverage = await observeCoverage();
  const foundInputs: Buffer[] = [];
  const deadline = performance.now() + seconds * 1000;
  let executions = 0;
  for (const seed of pool) await run(seed);
  await coverage.countNewBlocks({ record: true });
  for (let round = 0; performance.now() < deadline && failures.length === 0; round += 1) {
    const batch = Array.from({ length: BATCH }, () => mutate(pick(), { ...target, other: pick() }));
    for (const bytes of batch) await run(bytes);
    executions += batch.length;
    const hasNewCoverage = (await coverage.countNewBlocks({ record: false })) > 0;
    for (const bytes of hasNewCoverage ? batch : []) {
      await run(bytes);
      if ((await coverage.countNewBlocks({ record: true })) > 0) {
        pool.push(bytes);
        foundInputs.push(bytes);
      }
    }
    if (round % GROWTH_CHECK_INTERVAL === 0) await checkGrowth();
  }
  return { executions, blocks: coverage.blocks(), foundInputs, failures };
}

parentPort?.postMessage(await fuzz());
