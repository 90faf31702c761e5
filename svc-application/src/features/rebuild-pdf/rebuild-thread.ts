import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Unfit } from './unfit.ts';
import type { Rebuilt } from './worker.ts';

/** What one file may take; an ordinary one takes a tenth of it. */
const most = { cpuMs: 3000, bytes: 192 * 1024 * 1024, ms: 30_000 };
const LOOK_MS = 50;

const startWorker = (): Worker =>
  new Worker(new URL('worker.ts', import.meta.url), {
    // Comes second to the look at what it holds: the engine does not count buffers, and ends a thread too late where
    // it grows fast.
    resourceLimits: { maxOldGenerationSizeMb: (2 * most.bytes) / 1024 / 1024 },
  });

/** What a thread has worked and holds; nothing while it starts. */
async function usageOf(worker: Worker): Promise<{ cpuMs: number; bytes: number }> {
  try {
    const [cpu, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]);
    return { cpuMs: (cpu.user + cpu.system) / 1000, bytes: heap.used_heap_size + heap.external_memory };
  } catch {
    return { cpuMs: 0, bytes: 0 };
  }
}

/** @throws Unfit once the thread has worked too long, or holds too much memory. */
async function watch(worker: Worker, { signal }: AbortController): Promise<never> {
  const end = performance.now() + most.ms;
  const { cpuMs: before } = await usageOf(worker);
  while (performance.now() < end) {
    await pause(LOOK_MS, undefined, { signal });
    const { cpuMs, bytes } = await usageOf(worker);
    if (bytes > most.bytes || cpuMs - before > most.cpuMs) break;
  }
  throw new Unfit('too-complex');
}

async function ask(worker: Worker, bytes: Uint8Array): Promise<Rebuilt> {
  const done = new AbortController();
  try {
    const answered = once(worker, 'message', done) as Promise<[Rebuilt]>;
    worker.postMessage(bytes);
    const [rebuilt] = await Promise.race([answered, watch(worker, done)]);
    return rebuilt;
  } finally {
    done.abort();
  }
}

/** A thread for one PDF after the other. It is ended where a file breaks its limits, and the next file has a new one. */
export class RebuildThread {
  #worker: Worker | undefined;

  /** @throws Unfit */
  async rebuild(bytes: Uint8Array): Promise<Buffer> {
    this.#worker ??= startWorker();
    const rebuilt = await ask(this.#worker, bytes).catch(async (error) => {
      await this.close();
      throw error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unfit('too-complex') : error;
    });
    if ('unfit' in rebuilt) throw new Unfit(rebuilt.unfit);
    return Buffer.from(rebuilt.bytes.buffer);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
