import { ticketIssued } from '@archaka/contracts';
import { createTopology, declareTopology } from '@archaka/contracts/broker';
import { eventually, isolateBackingServices, startProxy, toDirectUrl } from '@archaka/test-kit';
import { connect } from 'amqplib';
import { pino } from 'pino';
import { Broker } from '../../src/events/broker.ts';
import { Consumer } from '../../src/events/consumer.ts';
import { handleEvent } from '../../src/events/handle-message.ts';
import { Inbox } from '../../src/events/inbox.ts';
import { createEventPublisher, Outbox } from '../../src/events/outbox.ts';
import { Handover, Relay } from '../../src/events/relay.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { findForgery, sealing, sign } from './keys.ts';
import { createModels } from './test-database.ts';

interface Closeable {
  readonly close: () => Promise<unknown>;
}

/**
 * A database and a broker for one suite, with service-kit's parts on them. The parts connect through proxies
 * that a test can cut; `channel` connects to the broker directly.
 */
export async function openMessagingHarness() {
  const stores = await isolateBackingServices();
  const logLines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) });
  const closeables: Closeable[] = [];
  const track = <Resource>(resource: Resource, close: () => Promise<unknown>): Resource => {
    closeables.unshift({ close });
    return resource;
  };
  const openProxy = async (url: URL) => {
    const proxy = await startProxy(url);
    return track(proxy, proxy.close);
  };
  const store = await openProxy(toDirectUrl(stores.mongoUrl));
  const brokerProxy = await openProxy(new URL(stores.amqpUrl));

  const db = await openDatabase({ url: store.url, service: 'kit', log });
  track(db, db.close);
  const { outbox, inbox, effects } = await createModels(db);
  const raw = await connect(stores.amqpUrl);
  track(raw, () => raw.close());
  const channel = await raw.createConfirmChannel();

  const openTestBroker = () => {
    const own = new Broker(brokerProxy.url, log);
    return track(own, () => own.close());
  };
  /** The queues of the suite's own service, which consumes issued tickets. */
  const declare = (service: string, delays: readonly number[] = []) =>
    declareTopology(channel, createTopology({ service, types: [ticketIssued.type], delays }));
  return {
    ...stores,
    store,
    /** Warnings and errors of all parts, as JSON. */
    logLines,
    broker: brokerProxy,
    db,
    outbox,
    inbox,
    channel,
    effects,
    /** A relay with a separate connection, as in another instance of the service. */
    relay() {
      const handover = new Handover();
      const ownOutbox = new Outbox(outbox);
      const relay = new Relay({
        broker: openTestBroker(),
        outbox: ownOutbox,
        consumers: ticketIssued.consumers,
        sign,
        handover,
        log,
      });
      const events = createEventPublisher({
        db,
        outbox: ownOutbox,
        source: 'svc-ticket',
        sealing,
        handover,
      });
      const stop = () => relay.stop();
      return track({ stop, events }, stop);
    },
    declare,
    /** A started consumer of issued tickets under a separate service name. */
    async startTicketConsumer(
      service: string,
      handle: (applicationId: string) => Promise<void>,
      delays: readonly number[] = [50],
    ): Promise<Consumer> {
      await declare(service, delays);
      const consumer = new Consumer({
        ...{
          broker: openTestBroker(),
          db,
          inbox: new Inbox(inbox),
          service,
          findForgery,
          sealing,
          delays,
          log,
        },
        eventHandlers: [handleEvent(ticketIssued, ({ application_id }) => handle(application_id))],
      });
      track(consumer, () => consumer.stop());
      await eventually(() => consumer.isListening());
      return consumer;
    },
    /** Sets how long the database retains the transactions of a killed client; returns the previous value. */
    async limitTransactionLifetime(seconds: number): Promise<number> {
      const command = { setParameter: 1, transactionLifetimeLimitSeconds: seconds };
      return (await db.connection.db?.admin().command(command))?.was;
    },
    async close() {
      for (const { close } of closeables) await close();
      await stores.drop();
    },
  };
}

export type MessagingHarness = Awaited<ReturnType<typeof openMessagingHarness>>;
