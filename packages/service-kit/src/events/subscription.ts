import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { PartDown } from '../errors.ts';
import type { Session } from './arrival.ts';
import type { Broker } from './broker.ts';
import { publisherOn } from './publisher.ts';

const CONFIRM_MS = 10_000;

interface SubscriptionOptions {
  readonly queue: string;
  /** Messages in hand at once. */
  readonly prefetch: number;
  /** Rejects while the queue is not there. */
  readonly check: (channel: ConfirmChannel) => Promise<void>;
  readonly receive: (message: ConsumeMessage, session: Session) => void;
}

/** A consumer on a queue, there again on every new channel while it is wanted. */
export interface Subscription {
  /** Whether messages can come now. */
  listening(): boolean;
  /** Wants messages, or wants no more; resolves when that is so. */
  resume(): Promise<void>;
  hush(): Promise<void>;
  /** How many messages wait in a queue. @throws while there is no channel to ask on. */
  depthOf(queue: string): Promise<number>;
  close(): Promise<void>;
}

export function subscribe(broker: Broker, options: SubscriptionOptions): Subscription {
  let wanted = true;
  let session: Session | undefined;
  let tag: string | undefined;

  const listen = async (): Promise<void> => {
    if (!session || !wanted || tag) return;
    const on = session;
    tag = randomUUID();
    const onMessage = (message: ConsumeMessage | null) => {
      if (message) options.receive(message, on);
      else on.channel.close().catch(() => undefined);
    };
    await on.channel.consume(options.queue, onMessage, { consumerTag: tag });
  };

  const kept = broker.keepChannel(async (channel) => {
    await options.check(channel);
    await channel.prefetch(options.prefetch);
    const fresh = { channel, publish: publisherOn(channel, { timeoutMs: CONFIRM_MS }), live: true };
    session = fresh;
    tag = undefined;
    channel.once('close', () => {
      fresh.live = false;
    });
    await listen();
  });

  return {
    listening: () => session?.live === true && tag !== undefined,
    async resume() {
      wanted = true;
      await listen();
    },
    async hush() {
      wanted = false;
      const cancelled = tag;
      tag = undefined;
      if (cancelled && session?.live) await session.channel.cancel(cancelled).catch(() => undefined);
    },
    async depthOf(queue) {
      if (!session?.live) throw new PartDown('broker');
      return (await session.channel.checkQueue(queue)).messageCount;
    },
    close: () => kept.close(),
  };
}
