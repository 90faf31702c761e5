import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readCorpus, storeFailure, storeInputs } from './corpus.ts';
import type { FuzzJob, FuzzReport } from './fuzz-thread.ts';
import { countStarted, createProgress, readLastInput } from './progress.ts';

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
export async function fuzzParser(
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
