import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

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
export async function measureTimeoutFactor(): Promise<number> {
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
