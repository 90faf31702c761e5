import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deadLetterQueue, eventsQueue, requeueExchange, retryQueue } from '@archaka/contracts/broker';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { DependencyUnavailable } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../persistence/database.ts';
import type { Broker } from './broker.ts';
import { createChannelPublisher } from './channel-publisher.ts';
import { DatabasePause } from './database-pause.ts';
import type { EventSealing, FindForgery } from './event-protection.ts';
import {
  acknowledge,
  type ChannelSession,
  type Delivery,
  type EventHandler,
  handleMessage,
  republishFailed,
  requeue,
} from './handle-message.ts';
import type { Inbox } from './inbox.ts';

const PREFETCH = 20;
const CONFIRM_MS = 10_000;
const FAULT_DELAY_MS = 1000;

interface ConsumerOptions {
  readonly broker: Broker;
  readonly db: OpenDatabase;
  readonly inbox: Inbox;
  readonly service: string;
  readonly eventHandlers: readonly EventHandler[];
  readonly findForgery: FindForgery;
  readonly sealing: EventSealing;
  /** Milliseconds before each further attempt. */
  readonly delays: readonly number[];
  readonly log: Log;
}

/** Acknowledges each event only after its effect is committed. */
export class Consumer {
  readonly #options: ConsumerOptions;
  readonly #handlers: ReadonlyMap<string, EventHandler>;
  readonly #channel: ReturnType<Broker['openManagedChannel']>;
  readonly #databasePause: DatabasePause;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #redeliveries = Promise.resolve();
  #session: ChannelSession | undefined;
  /** Of the consumer on the session's channel. */
  #tag: string | undefined;
  #isWanted = true;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#handlers = new Map(options.eventHandlers.map((handler) => [handler.definition.type, handler]));
    this.#databasePause = new DatabasePause({
      ...options,
      signal: this.#stopping.signal,
      pause: () => this.#pause(),
      resume: () => this.#resume(),
    });
    this.#channel = options.broker.openManagedChannel((channel) => this.#setUp(channel));
  }

  isListening(): boolean {
    return this.#session?.isOpen === true && this.#tag !== undefined;
  }

  /** @throws while the broker is unavailable. */
  async queueDepths() {
    const { service } = this.#options;
    const readDepth = async (queue: string) => {
      if (!this.#session?.isOpen) throw new DependencyUnavailable('broker');
      return (await this.#session.channel.checkQueue(queue)).messageCount;
    };
    return {
      events_waiting: await readDepth(eventsQueue(service)),
      dead_letters: await readDepth(deadLetterQueue(service)),
    };
  }

  /** Resolves when no delivery is in flight. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#pause();
    await Promise.all(this.#inFlight);
    await this.#channel.close();
  }

  /** Rejects while a queue of the service is missing. */
  async #setUp(channel: ConfirmChannel): Promise<void> {
    const { service, delays } = this.#options;
    await channel.checkExchange(requeueExchange(service));
    for (const queue of [eventsQueue, deadLetterQueue]) await channel.checkQueue(queue(service));
    for (const ms of new Set(delays)) await channel.checkQueue(retryQueue(service, ms));
    await channel.prefetch(PREFETCH);
    const publish = createChannelPublisher(channel, { timeoutMs: CONFIRM_MS });
    const session: ChannelSession = { channel, publish, isOpen: true };
    channel.once('close', () => {
      session.isOpen = false;
    });
    this.#session = session;
    this.#tag = undefined;
    await this.#consume();
  }

  async #consume(): Promise<void> {
    const session = this.#session;
    if (!session || !this.#isWanted || this.#tag) return;
    this.#tag = randomUUID();
    const receive = (message: ConsumeMessage | null) => {
      if (message) this.#receive({ message, session });
      else session.channel.close().catch(() => undefined);
    };
    const options = { consumerTag: this.#tag };
    await session.channel.consume(eventsQueue(this.#options.service), receive, options);
  }

  async #resume(): Promise<void> {
    this.#isWanted = true;
    await this.#consume();
  }

  async #pause(): Promise<void> {
    this.#isWanted = false;
    const cancelled = this.#tag;
    this.#tag = undefined;
    if (cancelled && this.#session?.isOpen)
      await this.#session.channel.cancel(cancelled).catch(() => undefined);
  }

  #receive(delivery: Delivery): void {
    const work = delivery.message.fields.redelivered
      ? this.#handleRedelivered(delivery)
      : this.#handle(delivery);
    this.#inFlight.add(work);
    work.finally(() => this.#inFlight.delete(work));
  }

  /** One at a time: any of them may have killed its consumer, and the restart must count for that one. */
  #handleRedelivered(delivery: Delivery): Promise<void> {
    this.#redeliveries = this.#redeliveries.then(() => this.#handle(delivery));
    return this.#redeliveries;
  }

  async #handle(delivery: Delivery): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted || !delivery.session.isOpen) return;
    try {
      if (this.#databasePause.isActive())
        await this.#requeueAfterPause(delivery, String(delivery.message.properties.messageId));
      else await this.#process(delivery);
    } catch (error) {
      this.#options.log.error({ err: error }, 'recording the outcome of a message failed; it is redelivered');
      await pause(FAULT_DELAY_MS, undefined, { signal }).catch(() => undefined);
      requeue(delivery);
    }
  }

  async #process(delivery: Delivery): Promise<void> {
    const outcome = await handleMessage(delivery, { ...this.#options, handlers: this.#handlers });
    if (outcome.kind === 'store-down') return this.#requeueAfterPause(delivery, outcome.eventId);
    if (outcome.kind !== 'done') await republishFailed(delivery, outcome, this.#options);
    failpoint('before-ack');
    acknowledge(delivery);
  }

  /** The consumer must not receive it again before the database responds. */
  async #requeueAfterPause(delivery: Delivery, eventId: string): Promise<void> {
    await this.#databasePause.begin(eventId);
    requeue(delivery);
  }
}
