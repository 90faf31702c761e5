import type { EventDefinition } from '@archaka/contracts';
import { RETRY_DELAYS } from '@archaka/contracts/broker';
import type { BaseConfig } from '../config.ts';
import type { EventPublisher } from '../context.ts';
import { DependencyUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../persistence/database.ts';
import { openBroker } from './broker.ts';
import { startConsumer } from './consumer.ts';
import { createEventPublisher } from './event-publisher.ts';
import { createEventSealing } from './event-sealing.ts';
import type { EventHandler } from './handle-message.ts';
import { createInbox, createInboxModel } from './inbox.ts';
import { registerMessagingMetrics } from './messaging-metrics.ts';
import { createNotifier } from './notifier.ts';
import { createOutboxModel, createOutboxRepository } from './outbox.ts';
import { startRelay } from './relay.ts';
import { createEventSigner, createForgeryCheck } from './signature.ts';

interface MessagingOptions {
  readonly config: Pick<
    BaseConfig,
    'AMQP_URL' | 'AMQP_CA_FILE' | 'SERVICE_KEY' | 'SERVICE_JWKS' | 'EVENT_DATA_KEYS'
  >;
  readonly service: string;
  readonly db: OpenDatabase;
  readonly publishedEvents: readonly EventDefinition[];
  readonly log: Log;
}

export interface Messaging {
  readonly events: EventPublisher;
  /** Connects in the background. The models must be prepared. */
  start(eventHandlers: readonly EventHandler[]): RunningMessaging;
}

export interface RunningMessaging {
  checkReady(): Promise<void>;
  stopConsuming(): Promise<void>;
  stop(): Promise<void>;
}

export function createMessaging({ service, config, db, publishedEvents, log }: MessagingOptions): Messaging {
  const notifier = createNotifier();
  const outbox = createOutboxModel(db.connection);
  const inbox = createInbox(createInboxModel(db.connection));
  const sign = createEventSigner(config.SERVICE_KEY);
  const sealing = createEventSealing({ ring: config.EVENT_DATA_KEYS });
  const findForgery = createForgeryCheck({ jwks: config.SERVICE_JWKS });

  return {
    events: createEventPublisher({
      db,
      outbox,
      source: service,
      publishedEvents,
      sealing,
      notifyRelay: notifier.notify,
    }),
    start(eventHandlers) {
      const broker = openBroker(config.AMQP_URL, log, config.AMQP_CA_FILE);
      const relay = startRelay({
        broker,
        rows: createOutboxRepository(outbox),
        publishedEvents,
        sign,
        notifier,
        log,
      });
      const consumer = startConsumer({
        ...{ broker, db, inbox, service, eventHandlers, findForgery, sealing, log },
        delays: RETRY_DELAYS,
      });
      registerMessagingMetrics({ outbox, consumer });
      return {
        async checkReady() {
          if (!broker.isConnected() || !consumer.isListening()) throw new DependencyUnavailable('broker');
        },
        stopConsuming: consumer.stop,
        async stop() {
          await relay.stop();
          await broker.close();
        },
      };
    },
  };
}
