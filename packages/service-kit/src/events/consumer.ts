import { setTimeout as pause } from 'node:timers/promises';
import { deadLetterQueue, eventsQueue } from '@archaka/contracts/broker';
import { failpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../persistence/database.ts';
import type { Broker } from './broker.ts';
import { createDatabasePause, type DatabasePause } from './database-pause.ts';
import { acknowledge, type Delivery, requeue } from './delivery.ts';
import type { EventSealing } from './event-sealing.ts';
import type { EventHandler } from './handle-message.ts';
import { handleMessage } from './handle-message.ts';
import type { Inbox } from './inbox.ts';
import { republishFailed } from './republish-failed.ts';
import type { FindForgery } from './signature.ts';
import { subscribe } from './subscription.ts';
import { assertServiceQueues } from './topology.ts';

const PREFETCH = 20;
const FAULT_DELAY_MS = 1000;

export interface ConsumerOptions {
  readonly broker: Broker;
  readonly db: OpenDatabase;
  readonly inbox: Inbox;
  readonly service: string;
  readonly eventHandlers: readonly EventHandler[];
  readonly findForgery: FindForgery;
  readonly sealing: EventSealing;
  readonly delays: readonly number[];
  readonly log: Log;
}

export interface Consumer {
  isListening(): boolean;
  /** @throws while the broker is unavailable. */
  queueDepths(): Promise<{ readonly events_waiting: number; readonly dead_letters: number }>;
  /** Resolves when no delivery is in flight. */
  stop(): Promise<void>;
}

interface DeliveryHandlerOptions extends ConsumerOptions {
  readonly databasePause: DatabasePause;
  readonly signal: AbortSignal;
}

/** Acknowledges each event only after its effect is committed. */
function createDeliveryHandler({ databasePause, signal, ...options }: DeliveryHandlerOptions) {
  const { service, log } = options;
  const handlers = new Map(options.eventHandlers.map((handler) => [handler.definition.type, handler]));

  const processDelivery = async (delivery: Delivery): Promise<void> => {
    const outcome = await handleMessage(delivery, { ...options, handlers });
    if (outcome.kind === 'store-down') return requeueAfterPause(delivery, outcome.eventId);
    if (outcome.kind !== 'done') await republishFailed(delivery, outcome, { service, log });
    failpoint('before-ack');
    acknowledge(delivery);
  };

  /** The consumer must not receive it again before the database responds. */
  const requeueAfterPause = async (delivery: Delivery, eventId: string): Promise<void> => {
    await databasePause.begin(eventId);
    requeue(delivery);
  };

  return async (delivery: Delivery): Promise<void> => {
    if (signal.aborted || !delivery.session.isOpen) return;
    try {
      if (databasePause.isActive())
        await requeueAfterPause(delivery, String(delivery.message.properties.messageId));
      else await processDelivery(delivery);
    } catch (error) {
      log.error({ err: error }, 'recording the outcome of a message failed; it is redelivered');
      await pause(FAULT_DELAY_MS, undefined, { signal }).catch(() => undefined);
      requeue(delivery);
    }
  };
}

export function startConsumer(options: ConsumerOptions): Consumer {
  const { broker, service, delays } = options;
  const inFlight = new Set<Promise<void>>();
  const stopping = new AbortController();
  let redeliveries = Promise.resolve();

  /** One at a time: any of them may have killed its consumer, and the restart must count for that one. */
  const handleRedelivered = (delivery: Delivery): Promise<void> => {
    redeliveries = redeliveries.then(() => handle(delivery));
    return redeliveries;
  };

  const subscription = subscribe(broker, {
    queue: eventsQueue(service),
    prefetch: PREFETCH,
    check: (channel) => assertServiceQueues(channel, { service, delays }),
    receive: (message, session) => {
      const handleDelivery = message.fields.redelivered ? handleRedelivered : handle;
      const work = handleDelivery({ message, session });
      inFlight.add(work);
      work.finally(() => inFlight.delete(work));
    },
  });
  const { signal } = stopping;
  const databasePause = createDatabasePause({ ...options, ...subscription, signal });
  const handle = createDeliveryHandler({ ...options, databasePause, signal });

  return {
    isListening: subscription.isListening,
    queueDepths: async () => ({
      events_waiting: await subscription.readDepth(eventsQueue(service)),
      dead_letters: await subscription.readDepth(deadLetterQueue(service)),
    }),
    async stop() {
      stopping.abort();
      await subscription.pause();
      await Promise.all(inFlight);
      await subscription.close();
    },
  };
}
