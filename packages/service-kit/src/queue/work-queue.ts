import { setTimeout as pause } from 'node:timers/promises';
import { createSignal } from '../events/signal.ts';
import type { Log } from '../log.ts';
import { OUTAGE_MS, POLL_MS, withJitter } from './delays.ts';
import { createIdle } from './idle.ts';
import { createOutage } from './outage.ts';
import { type HandleRow, processClaimed } from './process-claimed.ts';
import type { Claimed, QueueRows } from './queue-rows.ts';

interface WorkQueueOptions<Row> {
  /** For the log. */
  readonly name: string;
  readonly rows: QueueRows<Row>;
  readonly handle: HandleRow<Row>;
  /** How many rows are processed side by side. */
  readonly concurrency: number;
  readonly log: Log;
}

/** Works off the rows of a collection that are due, side by side with the queues of other instances. */
export interface WorkQueue {
  start(): void;
  /** There may be a row that is due. */
  notify(): void;
  /** Processes this row now, unless it is not due or somebody else does; also while the queue is paused. */
  processNow(id: string): Promise<void>;
  /** Processes all that is due. */
  drain(): Promise<void>;
  /** Resolves when nothing is in flight and nothing was due at the last look; at a stop, too. */
  whenIdle(): Promise<void>;
  /** Claims nothing more; resolves when nothing is in flight. */
  stop(): Promise<void>;
}

export function workQueue<Row extends { readonly _id: string }>(options: WorkQueueOptions<Row>): WorkQueue {
  const { rows, handle, concurrency } = options;
  const log = options.log.child({ queue: options.name });
  const outage = createOutage(log);
  const process = processClaimed({ rows, handle, outage, log });
  const inFlight = new Set<Promise<void>>();
  const stopping = new AbortController();
  const wakeUp = createSignal();
  const idle = createIdle();
  let running = Promise.resolve();
  let mayHaveMore = false;

  function begin(claimed: Claimed<Row>): Promise<void> {
    idle.end();
    const work = process(claimed).finally(() => {
      inFlight.delete(work);
      if (mayHaveMore) wakeUp.give();
      else if (inFlight.size === 0) idle.begin();
    });
    inFlight.add(work);
    return work;
  }

  /** Fills at least a quarter of the places at once, for few words to the store; one tries while a dependency is down. */
  async function claimFree(): Promise<void> {
    const limit = (outage.isOn() ? 1 : concurrency) - inFlight.size;
    mayHaveMore = true;
    if (limit < 1 || (limit < concurrency / 4 && !outage.isOn())) return;
    const claimed = await rows.claim({ limit });
    mayHaveMore = claimed.length === limit;
    for (const row of claimed) void begin(row);
    if (mayHaveMore && !outage.isOn()) wakeUp.give();
    if (claimed.length === 0 && inFlight.size === 0) idle.begin();
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await claimFree().catch((error: unknown) => log.warn({ err: error }, 'queue cannot be read for now'));
      if (outage.isOn()) await pause(withJitter(OUTAGE_MS), undefined, { signal }).catch(() => undefined);
      else if (!signal.aborted) await wakeUp.wait(withJitter(POLL_MS));
    }
  }

  return {
    start() {
      running = run();
    },
    notify: wakeUp.give,
    async processNow(id) {
      try {
        for (const claimed of await rows.claim({ limit: 1, id })) await begin(claimed);
      } catch (error) {
        log.warn({ err: error, id }, 'work is left to the queue');
      }
    },
    async drain() {
      for (let claimed = await rows.claim({ limit: concurrency }); claimed.length > 0; ) {
        await Promise.all(claimed.map(begin));
        claimed = await rows.claim({ limit: concurrency });
      }
    },
    whenIdle: idle.wait,
    async stop() {
      stopping.abort();
      wakeUp.give();
      await running;
      await Promise.all(inFlight);
      idle.begin();
    },
  };
}
