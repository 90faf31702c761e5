import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { UnusablePdf } from './unusable-pdf.ts';
import type { RebuildResult } from './worker.ts';

/** What one file may take; an ordinary one takes a tenth of it. */
const LIMITS = { cpuMs: 3000, bytes: 192 * 1024 * 1024, ms: 30_000 };
const POLL_INTERVAL_MS = 50;

const startWorker = (): Worker =>
  new Worker(new URL('worker.ts', import.meta.url), {
    // Comes second to the look at what it holds: the engine does not count buffers, and ends a thread too late where
    // it grows fast.
    resourceLimits: { maxOldGenerationSizeMb: (2 * LIMITS.bytes) / 1024 / 1024 },
  });

/** What a thread has worked and holds; nothing while it starts. */
async function readUsage(worker: Worker): Promise<{ cpuMs: number; bytes: number }> {
  try {
    const [cpu, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]);
    return { cpuMs: (cpu.user + cpu.system) / 1000, bytes: heap.used_heap_size + heap.external_memory };
  } catch {
    return { cpuMs: 0, bytes: 0 };
  }
}

/** @throws UnusablePdf once the thread has worked too long, or holds too much memory. */
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

/** A thread for one PDF after the other. It is ended where a file breaks its limits, and the next file has a new one. */
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
