import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@archaka/contracts';
import { deadLetterQueue, EXCHANGE, eventsQueue } from '@archaka/contracts/broker';
import { failpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';
import { addJitter, OUTAGE_RETRY_MS, POLL_MS, planRetry } from '../queue/delays.ts';
import { createNotifier } from '../queue/notifier.ts';
import type { Claimed } from '../queue/queue-repository.ts';
import { runInSpan } from '../tracing/span.ts';
import type { Broker } from './broker.ts';
import { createChannelPublisher, type Publisher, UnpublishableMessage } from './channel-publisher.ts';
import { type EventSigner, SIGNATURE_HEADER } from './event-protection.ts';
import type { Outbox, OutboxRow } from './outbox.ts';

/** Shorter than the lease of a row. */
const CONFIRM_MS = 4000;
const DRAIN_MS = 3000;
/** An unroutable event waits as long again as it has waited, within these bounds. */
const UNROUTABLE_DELAY_MS = { min: 1000, max: 30_000 };

type ClaimedRow = Pick<Claimed<OutboxRow>, 'row' | 'lease'>;

/** Rows that this process sends right after their commit, under a lease that they are written with. */
export class Handover {
  readonly notifier = createNotifier();
  #rows: ClaimedRow[] = [];
  #canSend = () => false;

  /** Whether a row that is written now may have a lease. */
  isOpen(): boolean {
    return this.#canSend();
  }

  openWhile(canSend: () => boolean): void {
    this.#canSend = canSend;
  }

  /** Call after the commit. A row without a lease is claimed like any other. */
  add(row: OutboxRow): void {
    const { lease } = row;
    if (lease !== null) this.#rows.push({ row, lease });
    this.notifier.notify();
  }

  remove(limit: number): ClaimedRow[] {
    return this.#rows.splice(0, limit);
  }

  /** Their leases end soon. */
  clear(): void {
    this.#rows = [];
  }
}

interface RelayOptions {
  readonly broker: Pick<Broker, 'isBlocked' | 'openManagedChannel'>;
  readonly outbox: Pick<Outbox, 'markPublished'> & {
    readonly rows: Pick<Outbox['rows'], 'claim' | 'postpone'>;
  };
  /** Of the service's events. */
  readonly consumers: readonly Service[];
  readonly sign: EventSigner;
  readonly handover: Handover;
  readonly log: Log;
}

type SendContext = Pick<RelayOptions, 'log'> & {
  readonly rows: Pick<Outbox['rows'], 'postpone'>;
  readonly publish: Publisher;
};

async function postponeUnroutable(claimed: ClaimedRow, { rows, log }: SendContext): Promise<void> {
  const { row } = claimed;
  const waitedMs = Date.now() - row.at.getTime();
  const inMs = Math.min(UNROUTABLE_DELAY_MS.max, Math.max(UNROUTABLE_DELAY_MS.min, waitedMs));
  log.info(
    { event: row._id, type: row.type, in_ms: inMs },
    'a consumer of this event has no queue yet; publishing is retried',
  );
  await rows.postpone(claimed, { inMs, attempts: row.tries });
}

async function postponeRejected(claimed: ClaimedRow, err: Error, { rows, log }: SendContext): Promise<void> {
  const { _id: event, tries } = claimed.row;
  const retry = planRetry(tries + 1);
  const logEntry = { err, event, attempts: retry.attempts };
  if (retry.isParked)
    log.error(logEntry, 'event parked after repeated rejections: docs/runbooks/OutboxParked.md');
  else log.warn(logEntry, 'event rejected by the broker; publishing is retried');
  await rows.postpone(claimed, retry);
}

/** Returns false for a row that is postponed and logged. */
export async function sendRow(claimed: ClaimedRow, context: SendContext): Promise<boolean> {
  const { _id: id, type, body, tries } = claimed.row;
  try {
    const result = await runInSpan(
      {
        name: `publish ${type}`,
        kind: 'producer',
        attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': id },
        parent: () => JSON.parse(body).traceparent,
      },
      () => context.publish({ id, exchange: EXCHANGE, routingKey: type, body: Buffer.from(body) }),
    );
    failpoint('after-publish');
    if (result === 'taken') return true;
    await postponeUnroutable(claimed, context);
  } catch (error) {
    if (error instanceof UnpublishableMessage) await postponeRejected(claimed, error, context);
    else await context.rows.postpone(claimed, { inMs: addJitter(OUTAGE_RETRY_MS), attempts: tries });
  }
  return false;
}

interface RelayWorkerOptions extends RelayOptions {
  readonly limit: number;
  readonly rejectedBefore: boolean;
}

/** Sends due rows in batches on a channel of its own, so that a closed channel delays no other worker. */
export class RelayWorker {
  readonly #options: RelayWorkerOptions;
  readonly #channel: ReturnType<Broker['openManagedChannel']>;
  readonly #sending: Promise<void>;
  #publish: Publisher | undefined;
  #claimedAt = 0;
  #isStopping = false;

  constructor(options: RelayWorkerOptions) {
    const { broker, consumers, sign, handover } = options;
    this.#options = options;
    this.#channel = broker.openManagedChannel(async (channel) => {
      await channel.checkExchange(EXCHANGE);
      // A broker confirms an event that reaches only one of its consumers. The dead letters exist once the
      // consumer's queue is bound.
      for (const service of new Set(consumers)) {
        for (const queue of [eventsQueue, deadLetterQueue]) await channel.checkQueue(queue(`svc-${service}`));
      }
      const publish = createChannelPublisher(channel, { timeoutMs: CONFIRM_MS });
      this.#publish = async (message) =>
        publish({ ...message, headers: { [SIGNATURE_HEADER]: await sign(message.body) } });
      channel.once('close', () => {
        this.#publish = undefined;
        handover.clear();
      });
      handover.notifier.notify();
    });
    handover.openWhile(() => this.#publish !== undefined && !broker.isBlocked());
    this.#sending = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#options.handover.notifier.notify();
    await this.#sending;
    const deadline = performance.now() + DRAIN_MS;
    await this.#sendWhile((count) => count > 0 && performance.now() < deadline);
    await this.#channel.close();
  }

  async #run(): Promise<void> {
    const { limit, handover } = this.#options;
    while (!this.#isStopping) {
      // A row that was written meanwhile has notified.
      await this.#sendWhile((count) => !this.#isStopping && count >= limit);
      if (!this.#isStopping) await handover.notifier.wait(POLL_MS);
    }
  }

  async #sendWhile(shouldContinue: (count: number) => boolean): Promise<void> {
    try {
      while (shouldContinue(await this.#sendBatch()));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'relaying the outbox failed; trying again');
      await pause(POLL_MS);
    }
  }

  /** @returns the number of rows */
  async #sendBatch(): Promise<number> {
    const { broker, outbox, log } = this.#options;
    const publish = this.#publish;
    if (!publish || broker.isBlocked()) return 0;
    const claimed = await this.#claim();
    const { rows } = outbox;
    const done = await Promise.all(claimed.map((each) => sendRow(each, { rows, log, publish })));
    const sent = claimed.filter((_, index) => done[index]).map(({ row }) => row._id);
    if (sent.length > 0) await outbox.markPublished(sent);
    return claimed.length;
  }

  /** Those that were handed over, and once a second all others that are due. */
  async #claim(): Promise<ClaimedRow[]> {
    const { outbox, handover, limit, rejectedBefore } = this.#options;
    const handedOver = handover.remove(limit);
    const isPollDue = performance.now() - this.#claimedAt >= POLL_MS;
    if (handedOver.length > 0 && !isPollDue) return handedOver;
    this.#claimedAt = performance.now();
    const where = { tries: rejectedBefore ? { $gt: 0 } : 0 };
    return [...handedOver, ...(await outbox.rows.claim({ limit, where }))];
  }
}

/** Rejected rows go one by one on a separate channel, so that a bad row delays no other, and are parked later. */
export class Relay {
  readonly #workers: readonly RelayWorker[];

  constructor(options: RelayOptions) {
    this.#workers = [
      new RelayWorker({ ...options, limit: 100, rejectedBefore: false }),
      new RelayWorker({ ...options, handover: new Handover(), limit: 1, rejectedBefore: true }),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }
}
