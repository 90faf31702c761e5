import { randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '@archaka/service-kit/server';
import { observeCoverage } from './coverage.ts';
import { findGrowth } from './growth.ts';
import { mutate } from './mutate.ts';
import { begin } from './progress.ts';
import { type Target, targets } from './targets.ts';

export interface FuzzOrder {
  readonly name: string;
  readonly seconds: number;
  readonly corpus: readonly Uint8Array[];
  readonly progress: SharedArrayBuffer;
}

export interface Failure {
  readonly why: string;
  readonly bytes: Uint8Array;
}

export interface FuzzReport {
  readonly executions: number;
  readonly blocks: number;
  /** Inputs that reached something new. */
  readonly found: readonly Uint8Array[];
  readonly failures: readonly Failure[];
}

/** Inputs between two looks at the coverage, which cost as much as some dozens of them. */
const BATCH = 64;
const GROWTH_EVERY = 50;

/** What a parser refuses with; everything else that it throws is a failure. */
const isRefusal = (error: unknown): boolean => error instanceof Refusal || error instanceof SyntaxError;

// The library of PDFs warns of each broken one.
console.warn = () => undefined;

const { name, seconds, corpus, progress } = workerData as FuzzOrder;
const target = targets[name] as Target;
const pool: Buffer[] = [...target.seeds, ...corpus].map((seed) => Buffer.from(seed as Uint8Array));
const pick = () => pool[randomInt(pool.length)] as Buffer;
const failures: Failure[] = [];

async function run(bytes: Buffer): Promise<void> {
  begin(progress, bytes);
  try {
    await target.parse(bytes);
  } catch (error) {
    if (!isRefusal(error)) failures.push({ why: String(error), bytes });
  }
}

/** A piece of an input, and a word, as what may be repeated. */
function units(): Buffer[] {
  const [input, word] = [pick(), target.words[randomInt(target.words.length)] ?? ''];
  const start = randomInt(input.length + 1);
  return [input.subarray(start, start + 1 + randomInt(48)), Buffer.from(word, 'latin1')];
}

async function checkGrowth(): Promise<void> {
  for (const unit of units()) {
    const why = await findGrowth(target, unit);
    if (why !== undefined)
      failures.push({ why: `${why} of ${JSON.stringify(unit.toString('latin1'))}`, bytes: unit });
  }
}

async function fuzz(): Promise<FuzzReport> {
  const coverage = await observeCoverage();
  const found: Buffer[] = [];
  const deadline = performance.now() + seconds * 1000;
  let executions = 0;
  for (const seed of pool) await run(seed);
  await coverage.takeNew({ record: true });
  for (let round = 0; performance.now() < deadline && failures.length === 0; round += 1) {
    const batch = Array.from({ length: BATCH }, () => mutate(pick(), { ...target, other: pick() }));
    for (const bytes of batch) await run(bytes);
    executions += batch.length;
    const isNews = (await coverage.takeNew({ record: false })) > 0;
    for (const bytes of isNews ? batch : []) {
      await run(bytes);
      if ((await coverage.takeNew({ record: true })) > 0) {
        pool.push(bytes);
        found.push(bytes);
      }
    }
    if (round % GROWTH_EVERY === 0) await checkGrowth();
  }
  return { executions, blocks: coverage.blocks(), found, failures };
}

parentPort?.postMessage(await fuzz());
