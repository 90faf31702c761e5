import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { UnusablePdf } from './unusable-pdf.ts';
import type { RebuildResult } from './worker.ts';

/** Per file; an ordinary one needs a tenth. */
const LIMITS = { cpuMs: 3000, bytes: 192 * 1024 * 1024, ms: 30_000 };
const POLL_INTERVAL_MS = 50;

const startWorker = (): Worker =>
  new Worker(new URL('worker.ts', import.meta.url), {
    // Backs up `enforceLimits`: V8 does not count buffers and ends a fast-growing thread too late.
    resourceLimits: { maxOldGenerationSizeMb: (2 * LIMITS.bytes) / 1024 / 1024 },
  });

async function readUsage(worker: Worker): Promise<{ cpuMs: number; bytes: number }> {
  try {
    const [cpu, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]);
    return { cpuMs: (cpu.user + cpu.system) / 1000, bytes: heap.used_heap_size + heap.external_memory };
  } catch {
    return { cpuMs: 0, bytes: 0 };
  }
}

async function enforceLimits(worker: Worker, { signal }: AbortController): Promise<never> {
  const end = performance.now() + LIMITS.ms;
  const { cpuMs: before } = await readUsage(worker);
  while (performance.now() < end) {
    await pause(POLL_INTERVAL_MS, undefined, { signal });
    const { cpuMs, bytes } = await readUsage(worker);
    if (bytes > LIMITS.bytes || cpuMs - before > LIMITS.cpuMs) break;
  }
  throw new UnusablePdf('too-complex');
}

async function runRebuild(worker: Worker, bytes: Uint8Array): Promise<RebuildResult> {
  const done = new AbortController();
  try {
    const response = once(worker, 'message', done) as Promise<[RebuildResult]>;
    worker.postMessage(bytes);
    const [rebuilt] = await Promise.race([response, enforceLimits(worker, done)]);
    return rebuilt;
  } finally {
    done.abort();
  }
}

/** Rebuilds PDFs one after another. A file over the limits ends the thread; the next file starts another. */
export class RebuildThread {
  #worker: Worker | undefined;

  /** @throws UnusablePdf */
  async rebuild(bytes: Uint8Array): Promise<Buffer> {
    this.#worker ??= startWorker();
    const rebuilt = await runRebuild(this.#worker, bytes).catch(async (error) => {
      await this.close();
      throw error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnusablePdf('too-complex') : error;
    });
    if ('unfit' in rebuilt) throw new UnusablePdf(rebuilt.unfit);
    return Buffer.from(rebuilt.bytes.buffer);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
