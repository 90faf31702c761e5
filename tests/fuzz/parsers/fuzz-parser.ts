import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FuzzJob, FuzzReport } from './fuzz-thread.ts';
import { countStarted, createProgress, readLastInput } from './progress.ts';
import { targets } from './targets.ts';

/** CPU time of the thread, longer than any input or growth check needs. */
const HANG_CPU_MS = 20_000;
const CHECK_MS = 1000;

/** Resolves with the input on which the thread hangs for so long. */
function watchForHang(
  thread: Worker,
  progress: SharedArrayBuffer,
): { input: Promise<Buffer>; stop: () => void } {
  const { promise: input, resolve } = Promise.withResolvers<Buffer>();
  let [inputs, cpuMs] = [-1, 0];
  const timer = setInterval(async () => {
    // It rejects when the thread has just ended.
    const usage = await thread.cpuUsage().catch(() => undefined);
    if (!usage) return;
    const currentCpuMs = (usage.user + usage.system) / 1000;
    if (countStarted(progress) !== inputs) [inputs, cpuMs] = [countStarted(progress), currentCpuMs];
    else if (currentCpuMs - cpuMs > HANG_CPU_MS) resolve(readLastInput(progress));
  }, CHECK_MS);
  return { input, stop: () => clearInterval(timer) };
}

/** Fuzzes one parser in a separate thread and stores inputs with new coverage. @returns the number of failures */
async function fuzzParser(
  name: string,
  { seconds, report }: { seconds: number; report: (line: string) => void },
): Promise<number> {
  const progress = createProgress();
  const workerData: FuzzJob = { name, seconds, corpus: await readCorpus(name), progress };
  const thread = new Worker(new URL('./fuzz-thread.ts', import.meta.url), { workerData });
  const hangWatch = watchForHang(thread, progress);
  const outcome = await Promise.race([
    once(thread, 'message').then(([result]) => result as FuzzReport),
    hangWatch.input,
    // A parser whose promise never settles ends its thread when the event loop is empty.
    once(thread, 'exit').then(() => readLastInput(progress)),
  ]);
  hangWatch.stop();
  await thread.terminate();
  if (Buffer.isBuffer(outcome)) {
    report(`${name}: does not terminate, input in ${await storeFailure(name, outcome)}`);
    return 1;
  }
  const { executions, blocks, foundInputs: found, failures } = outcome;
  await storeInputs(name, found);
  report(`${name}: ${executions} executions, ${blocks} blocks, ${found.length} new inputs`);
  for (const { reason, bytes } of failures)
    report(`${name}: ${reason}, input in ${await storeFailure(name, bytes)}`);
  return failures.length;
}

const CORPUS = join(import.meta.dirname, '../corpus');
const FAILURES = join(import.meta.dirname, '../../../.cache/fuzz-failures');
/** The corpus is part of the repository: it stays small. */
const MAX_INPUTS = 40;
const MAX_INPUT_BYTES = 1024;

/** Inputs of earlier runs. */
async function readCorpus(name: string): Promise<Buffer[]> {
  const folder = join(CORPUS, name);
  const files = await readdir(folder).catch(() => []);
  return Promise.all(files.map((file) => readFile(join(folder, file))));
}

async function storeInput(folder: string, bytes: Uint8Array): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, hash('sha256', bytes).slice(0, 16));
  await writeFile(file, bytes);
  return file;
}

/** Stores inputs for later runs, the smallest first, up to the size limit. */
async function storeInputs(name: string, inputs: readonly Uint8Array[]): Promise<void> {
  const remaining = MAX_INPUTS - (await readCorpus(name)).length;
  const smallInputs = inputs
    .filter(({ length }) => length <= MAX_INPUT_BYTES)
    .toSorted((one, other) => one.length - other.length);
  for (const bytes of smallInputs.slice(0, Math.max(0, remaining)))
    await storeInput(join(CORPUS, name), bytes);
}

const storeFailure = (name: string, bytes: Uint8Array): Promise<string> =>
  storeInput(join(FAILURES, name), bytes);

export interface ParserOptions {
  /** Seconds for each parser. */
  readonly seconds: number;
  /** Default: all. */
  readonly names: readonly string[];
  readonly report: (line: string) => void;
}

/** Fuzzes each parser of untrusted bytes, in order. @returns whether none failed */
export async function fuzzParsers({ seconds, names, report }: ParserOptions): Promise<boolean> {
  const chosen = Object.keys(targets).filter((name) => names.length === 0 || names.includes(name));
  let failures = 0;
  for (const name of chosen) failures += await fuzzParser(name, { seconds, report });
  return failures === 0 && chosen.length > 0;
}
