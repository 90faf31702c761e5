import { events, type Service } from '@archaka/contracts';
import { RETRY_DELAYS } from '@archaka/contracts/broker';
import type { BaseConfig } from '../config.ts';
import { DependencyUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { registerGauges } from '../metrics.ts';
import type { OpenDatabase } from '../persistence/database.ts';
import { Broker } from './broker.ts';
import { Consumer } from './consumer.ts';
import { createEventSigner, createForgeryCheck, EventSealing } from './event-protection.ts';
import type { EventHandler } from './handle-message.ts';
import { createInboxModel, Inbox } from './inbox.ts';
import { createEventPublisher, createOutboxModel, Outbox } from './outbox.ts';
import { Handover, Relay } from './relay.ts';

interface MessagingOptions {
  readonly config: Pick<
    BaseConfig,
    'AMQP_URL' | 'AMQP_CA_FILE' | 'SERVICE_KEY' | 'SERVICE_JWKS' | 'EVENT_DATA_KEYS'
  >;
  readonly service: string;
  readonly db: OpenDatabase;
  readonly log: Log;
}

const listConsumers = (service: string): Service[] =>
  events.filter(({ producer }) => `svc-${producer}` === service).flatMap(({ consumers }) => [...consumers]);

/** The events of a service: published through its outbox, consumed through its inbox. */
export function createMessaging({ service, config, db, log }: MessagingOptions) {
  const handover = new Handover();
  const outbox = new Outbox(createOutboxModel(db.connection));
  const inbox = new Inbox(createInboxModel(db.connection));
  const sign = createEventSigner(config.SERVICE_KEY);
  const sealing = new EventSealing(config.EVENT_DATA_KEYS);
  const findForgery = createForgeryCheck(config.SERVICE_JWKS);

  return {
    events: createEventPublisher({
      db,
      outbox,
      source: service,
      sealing,
      handover,
    }),
    /** Connects in the background. The models must be prepared. */
    start(eventHandlers: readonly EventHandler[]) {
      const broker = new Broker(config.AMQP_URL, log, config.AMQP_CA_FILE);
      const relay = new Relay({ broker, outbox, consumers: listConsumers(service), sign, handover, log });
      const consumer = new Consumer({
        broker,
        db,
        inbox,
        service,
        eventHandlers,
        findForgery,
        sealing,
        log,
        delays: RETRY_DELAYS,
      });
      registerGauges(
        {
          outbox_events: 'Events in the outbox that are not published yet',
          outbox_oldest_seconds: 'Age of the oldest event in the outbox that is not parked',
          outbox_parked_events: 'Events parked in the outbox after repeated rejections by the broker',
        },
        async () => {
          const { waiting, oldestSeconds, parked } = await outbox.readBacklog();
          return {
            outbox_events: waiting,
            outbox_oldest_seconds: oldestSeconds,
            outbox_parked_events: parked,
          };
        },
      );
      registerGauges(
        {
          events_waiting: 'Messages in the queue of this service',
          dead_letters: 'Dead letters of this service',
        },
        () => consumer.queueDepths(),
      );
      return {
        async checkReady() {
          if (!broker.isConnected() || !consumer.isListening()) throw new DependencyUnavailable('broker');
        },
        stopConsuming: () => consumer.stop(),
        async stop() {
          await relay.stop();
          await broker.close();
        },
      };
    },
  };
}
