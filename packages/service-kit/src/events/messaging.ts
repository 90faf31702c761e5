import type { EventDefinition } from '@archaka/contracts';
import { RETRY_DELAYS } from '@archaka/contracts/broker';
import type { BaseConfig } from '../config.ts';
import type { Events } from '../context.ts';
import { PartDown } from '../errors.ts';
import type { Log } from '../log.ts';
import type { OpenDatabase } from '../store/database.ts';
import { openBroker } from './broker.ts';
import { startConsumer } from './consumer.ts';
import { inboxModel, inboxOf } from './inbox.ts';
import { outboxModel, outboxRows } from './outbox.ts';
import { eventsOf } from './publish.ts';
import { startRelay } from './relay.ts';
import { showStanding } from './show-standing.ts';
import { createSignal } from './signal.ts';
import { createEventSigner, createForgeryCheck } from './signature.ts';
import type { Taken } from './taken.ts';

interface MessagingOptions {
  readonly config: Pick<
    BaseConfig,
    'AMQP_URL' | 'AMQP_CA_FILE' | 'SERVICE_KEY' | 'SERVICE_JWKS' | 'UPGRADE_UNTIL'
  >;
  /** e.g. `svc-payment`. */
  readonly service: string;
  readonly db: OpenDatabase;
  readonly publishes: readonly EventDefinition[];
  readonly log: Log;
}

export interface Messaging {
  readonly events: Events;
  /** Connects in the background; the models must be prepared. */
  start(takes: readonly Taken[]): RunningMessaging;
}

export interface RunningMessaging {
  /** Rejects while events can neither leave nor arrive. */
  ready(): Promise<void>;
  /** Takes no more events; resolves when those in hand are done. */
  stopTaking(): Promise<void>;
  /** Sends what the outbox still holds, and ends. */
  stop(): Promise<void>;
}

/** A service's way to others' events and its own: outbox and relay, inbox and consumer. */
export function messagingOf({ service, config, db, publishes, log }: MessagingOptions): Messaging {
  const news = createSignal();
  const outbox = outboxModel(db.connection);
  const inbox = inboxOf(inboxModel(db.connection));
  const sign = createEventSigner(config.SERVICE_KEY);
  const findForgery = createForgeryCheck({
    jwks: config.SERVICE_JWKS,
    unsignedUntil: config.UPGRADE_UNTIL,
  });

  return {
    events: eventsOf({ db, outbox, source: service, publishes, wake: news.give }),
    start(takes) {
      const broker = openBroker(config.AMQP_URL, log, config.AMQP_CA_FILE);
      const relay = startRelay({ broker, rows: outboxRows(outbox), publishes, sign, news, log });
      const consumer = startConsumer({
        ...{ broker, db, inbox, service, takes, findForgery, log },
        delays: RETRY_DELAYS,
      });
      showStanding({ outbox, consumer });
      return {
        async ready() {
          if (!broker.connected() || !consumer.listening()) throw new PartDown('broker');
        },
        stopTaking: consumer.stop,
        async stop() {
          await relay.stop();
          await broker.close();
        },
      };
    },
  };
}
