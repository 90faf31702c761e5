import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { DependencyUnavailable } from '../errors.ts';
import type { Broker } from './broker.ts';
import { createChannelPublisher } from './channel-publisher.ts';
import type { ChannelSession } from './delivery.ts';

const CONFIRM_MS = 10_000;

interface SubscriptionOptions {
  readonly queue: string;
  readonly prefetch: number;
  /** Rejects while the queue is missing. */
  readonly check: (channel: ConfirmChannel) => Promise<void>;
  readonly receive: (message: ConsumeMessage, session: ChannelSession) => void;
}

export interface Subscription {
  isListening(): boolean;
  resume(): Promise<void>;
  pause(): Promise<void>;
  /** @throws without an open channel. */
  readDepth(queue: string): Promise<number>;
  close(): Promise<void>;
}

function createSession(channel: ConfirmChannel): ChannelSession {
  const session = {
    channel,
    publish: createChannelPublisher(channel, { timeoutMs: CONFIRM_MS }),
    isOpen: true,
  };
  channel.once('close', () => {
    session.isOpen = false;
  });
  return session;
}

export function subscribe(broker: Broker, options: SubscriptionOptions): Subscription {
  let isWanted = true;
  let session: ChannelSession | undefined;
  let tag: string | undefined;

  const startConsuming = async (): Promise<void> => {
    if (!session || !isWanted || tag) return;
    const current = session;
    tag = randomUUID();
    const onMessage = (message: ConsumeMessage | null) => {
      if (message) options.receive(message, current);
      else current.channel.close().catch(() => undefined);
    };
    await current.channel.consume(options.queue, onMessage, { consumerTag: tag });
  };

  const managedChannel = broker.openManagedChannel(async (channel) => {
    await options.check(channel);
    await channel.prefetch(options.prefetch);
    session = createSession(channel);
    tag = undefined;
    await startConsuming();
  });

  return {
    isListening: () => session?.isOpen === true && tag !== undefined,
    async resume() {
      isWanted = true;
      await startConsuming();
    },
    async pause() {
      isWanted = false;
      const cancelled = tag;
      tag = undefined;
      if (cancelled && session?.isOpen) await session.channel.cancel(cancelled).catch(() => undefined);
    },
    async readDepth(queue) {
      if (!session?.isOpen) throw new DependencyUnavailable('broker');
      return (await session.channel.checkQueue(queue)).messageCount;
    },
    close: () => managedChannel.close(),
  };
}
