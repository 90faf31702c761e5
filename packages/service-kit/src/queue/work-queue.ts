import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { createClaimProcessor, createOutage, type HandleRow } from './claim-processor.ts';
import { addJitter, POLL_MS } from './delays.ts';
import { createNotifier } from './notifier.ts';
import type { Claimed, QueueRepository } from './queue-repository.ts';

interface Idle {
  begin(): void;
  end(): void;
  wait(): Promise<void>;
}

function createIdle(): Idle {
  let isIdle = false;
  let next = Promise.withResolvers<void>();
  return {
    begin() {
      isIdle = true;
      next.resolve();
    },
    end() {
      if (!isIdle) return;
      isIdle = false;
      next = Promise.withResolvers();
    },
    wait: () => next.promise,
  };
}

interface WorkQueueOptions<Row extends { readonly _id: string }> {
  readonly name: string;
  readonly rows: QueueRepository<Row>;
  readonly handle: HandleRow<Row>;
  readonly concurrency: number;
  readonly log: Log;
}

export interface WorkQueue {
  readonly name: string;
  start(): void;
  notify(): void;
  /** Also while the queue is paused. Skips a row that is not due or claimed. */
  processNow(id: string): Promise<void>;
  drain(): Promise<void>;
  /** Resolves when nothing is in flight and the last poll found nothing, or at a stop. */
  whenIdle(): Promise<void>;
  /** Claims nothing more. Resolves when nothing is in flight. */
  stop(): Promise<void>;
}

export function createWorkQueue<Row extends { readonly _id: string }>(
  options: WorkQueueOptions<Row>,
): WorkQueue {
  const { rows, handle, concurrency } = options;
  const log = options.log.child({ queue: options.name });
  const outage = createOutage(log);
  const processClaim = createClaimProcessor({ rows, handle, outage, log });
  const stopping = new AbortController();
  const notifier = createNotifier();
  const idle = createIdle();
  const inFlight = new Set<Promise<void>>();
  /** Without the rows that are processed at once. */
  const batchRows = new Set<Claimed<Row>>();
  let mayHaveMore = false;
  let running = Promise.resolve();

  function startProcessing(claimed: Claimed<Row>): Promise<void> {
    idle.end();
    const work = processClaim(claimed).finally(() => {
      inFlight.delete(work);
      batchRows.delete(claimed);
      if (mayHaveMore) notifier.notify();
      else if (inFlight.size === 0) idle.begin();
    });
    inFlight.add(work);
    return work;
  }

  /** Claims at least a quarter of the concurrency to save requests, or one row during an outage. */
  async function claimBatch(): Promise<void> {
    const limit = (outage.isActive() ? 1 : concurrency) - batchRows.size;
    mayHaveMore = true;
    if (limit < 1 || (limit < concurrency / 4 && !outage.isActive())) return;
    const claimed = await rows.claim({ limit });
    mayHaveMore = claimed.length === limit;
    for (const row of claimed) {
      batchRows.add(row);
      void startProcessing(row);
    }
    if (mayHaveMore && !outage.isActive()) notifier.notify();
    if (claimed.length === 0 && inFlight.size === 0) idle.begin();
  }

  /** A row that succeeds ends the outage, and the queue resumes at once. */
  async function waitForProbe(signal: AbortSignal): Promise<void> {
    if (inFlight.size > 0) await Promise.race(inFlight);
    if (outage.isActive()) await pause(outage.getProbeDelay(), undefined, { signal }).catch(() => undefined);
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await claimBatch().catch((error: unknown) =>
        log.warn({ err: error }, 'claiming rows failed; trying again'),
      );
      if (outage.isActive()) await waitForProbe(signal);
      else if (!signal.aborted) await notifier.wait(addJitter(POLL_MS));
    }
  }

  return {
    name: options.name,
    start() {
      running = run();
    },
    notify: notifier.notify,
    async processNow(id) {
      try {
        for (const claimed of await rows.claim({ limit: 1, id })) await startProcessing(claimed);
      } catch (error) {
        log.warn({ err: error, id }, 'processing a row at once failed; the queue processes it');
      }
    },
    async drain() {
      for (let claimed = await rows.claim({ limit: concurrency }); claimed.length > 0; ) {
        await Promise.all(claimed.map(startProcessing));
        claimed = await rows.claim({ limit: concurrency });
      }
    },
    whenIdle: idle.wait,
    async stop() {
      stopping.abort();
      notifier.notify();
      await running;
      await Promise.all(inFlight);
      idle.begin();
    },
  };
}
