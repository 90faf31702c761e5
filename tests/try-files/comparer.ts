import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Comparison } from './compare.ts';

export interface ComparisonJob {
  readonly kind: 'paper' | 'photo';
  readonly original: Uint8Array;
  readonly stored: Uint8Array;
}

const MAX_MEGABYTES = 1024;
const MAX_MS = 120_000;

/** Compares in a thread that may end: the other reader has no limits of time and memory. */
export class Comparer {
  #thread: Worker | undefined;

  /** What the reader cannot show within the limits is not compared. */
  async compare(job: ComparisonJob): Promise<Comparison> {
    this.#thread ??= new Worker(new URL('compare-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    const settled = new AbortController();
    const result = once(this.#thread, 'message', settled).then(([comparison]) => comparison as Comparison);
    const timeout = pause(MAX_MS, undefined, settled).then(() => {
      throw new Error('The comparison took too long.');
    });
    this.#thread.postMessage(job);
    try {
      return await Promise.race([result, timeout]);
    } catch {
      await this.close();
      return { compared: 0 };
    } finally {
      settled.abort();
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
    this.#thread = undefined;
  }
}
