import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { createClaimProcessor, createOutage, type HandleRow } from './claim-processor.ts';
import { addJitter, POLL_MS } from './delays.ts';
import { createNotifier } from './notifier.ts';
import type { Claimed, QueueRepository } from './queue-repository.ts';

interface WorkQueueOptions<Row extends { readonly _id: string }> {
  readonly name: string;
  readonly rows: QueueRepository<Row>;
  readonly handle: HandleRow<Row>;
  readonly concurrency: number;
  readonly log: Log;
}

/** Processes the due rows of a collection on every instance, each row on one of them. */
export class WorkQueue<Row extends { readonly _id: string } = { readonly _id: string }> {
  readonly name: string;
  readonly #rows: Pick<QueueRepository<Row>, 'claim'>;
  readonly #concurrency: number;
  readonly #log: Log;
  readonly #outage: ReturnType<typeof createOutage>;
  readonly #processor: ReturnType<typeof createClaimProcessor<Row>>;
  readonly #stopping = new AbortController();
  readonly #notifier = createNotifier();
  readonly #inFlight = new Set<Promise<void>>();
  /** Without the rows that are processed at once. */
  readonly #batchRows = new Set<Claimed<Row>>();
  #mayHaveMore = false;
  #running = Promise.resolve();
  #isIdle = false;
  #idle = Promise.withResolvers<void>();

  constructor({ name, rows, handle, concurrency, log }: WorkQueueOptions<Row>) {
    this.name = name;
    this.#rows = rows;
    this.#concurrency = concurrency;
    this.#log = log.child({ queue: name });
    this.#outage = createOutage(this.#log);
    this.#processor = createClaimProcessor({
      rows,
      handle,
      outage: this.#outage,
      stopping: this.#stopping.signal,
      log: this.#log,
    });
  }

  start(): void {
    this.#running = this.#run();
  }

  notify(): void {
    this.#notifier.notify();
  }

  /** Also while the queue is paused. Skips a row that is not due or claimed. */
  async processNow(id: string): Promise<void> {
    try {
      for (const claimed of await this.#rows.claim({ limit: 1, id })) await this.#startProcessing(claimed);
    } catch (error) {
      this.#log.warn({ err: error, id }, 'processing a row at once failed; the queue processes it');
    }
  }

  async drain(): Promise<void> {
    const claim = () => this.#rows.claim({ limit: this.#concurrency });
    for (let claimed = await claim(); claimed.length > 0; claimed = await claim())
      await Promise.all(claimed.map((row) => this.#startProcessing(row)));
  }

  /** Resolves when nothing is in flight and the last poll found nothing, or at a stop. */
  whenIdle(): Promise<void> {
    return this.#idle.promise;
  }

  /** Claims nothing more. Resolves when nothing is in flight. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.notify();
    await this.#running;
    await Promise.all(this.#inFlight);
    this.#beginIdle();
  }

  #beginIdle(): void {
    this.#isIdle = true;
    this.#idle.resolve();
  }

  #endIdle(): void {
    if (this.#isIdle) this.#idle = Promise.withResolvers();
    this.#isIdle = false;
  }

  #startProcessing(claimed: Claimed<Row>): Promise<void> {
    this.#endIdle();
    const work = this.#processor.process(claimed).finally(() => {
      this.#inFlight.delete(work);
      this.#batchRows.delete(claimed);
      if (this.#mayHaveMore) this.notify();
      else if (this.#inFlight.size === 0) this.#beginIdle();
    });
    this.#inFlight.add(work);
    return work;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#claimBatch().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'claiming rows failed; trying again'),
      );
      if (this.#outage.isActive()) await this.#waitForProbe(signal);
      else if (!signal.aborted) await this.#notifier.wait(addJitter(POLL_MS));
    }
  }

  /** Claims at least a quarter of the concurrency to save requests, or one row during an outage. */
  async #claimBatch(): Promise<void> {
    const isPaused = this.#outage.isActive();
    const limit = (isPaused ? 1 : this.#concurrency) - this.#batchRows.size;
    this.#mayHaveMore = true;
    if (limit < 1 || (limit < this.#concurrency / 4 && !isPaused)) return;
    const claimed = await this.#rows.claim({ limit });
    this.#mayHaveMore = claimed.length === limit;
    for (const row of claimed) {
      this.#batchRows.add(row);
      void this.#startProcessing(row);
    }
    if (this.#mayHaveMore && !this.#outage.isActive()) this.notify();
    if (claimed.length === 0 && this.#inFlight.size === 0) this.#beginIdle();
  }

  /** A row that succeeds ends the outage, and the queue resumes at once. */
  async #waitForProbe(signal: AbortSignal): Promise<void> {
    if (this.#inFlight.size > 0) await Promise.race(this.#inFlight);
    if (this.#outage.isActive())
      await pause(this.#outage.getProbeDelay(), undefined, { signal }).catch(() => undefined);
  }
}
