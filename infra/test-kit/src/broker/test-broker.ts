import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Envelope, type EventDefinition, envelope } from '@archaka/contracts';
import { deadLetterQueue, RETRY_DELAYS, retryQueue } from '@archaka/contracts/broker';
import { EventSealing } from '@archaka/service-kit/event-protection';
import { connect } from 'amqplib';
import type * as z from 'zod';
import { eventually } from '../eventually.ts';
import type { ServiceName } from '../keys.ts';
import type { TestEnvironment } from '../services/environment.ts';

const EXCHANGE = 'portal.events';
const MARKER_TYPE = 'test.mark';
/** Longer than any retry that a service makes before it publishes. */
const WAIT_OPTIONS = { timeoutMs: 45_000 };

interface PublishOptions {
  /** The event's id; default: a new one. */
  readonly id?: string;
  /** Number of deliveries of the same event. */
  readonly times?: number;
  /** The signing service; default: its owner. */
  readonly signer?: ServiceName | 'nobody';
}

export type TestBroker = Awaited<ReturnType<typeof openTestBroker>>;

/** Publishes events in the name of services that do not run, and receives all published events. */
export async function openTestBroker({
  amqpUrl,
  keys,
  clock,
  secrets,
}: Pick<TestEnvironment, 'amqpUrl' | 'keys' | 'clock' | 'secrets'>) {
  const sealing = new EventSealing([{ kid: '1', key: secrets.EVENT_DATA_KEYS }]);
  const connection = await connect(amqpUrl);
  const channel = await connection.createConfirmChannel();
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, '#');
  // By id: delivery is at least once, and consumers recognise repeats by the id.
  const published = new Map<string, Envelope>();
  const ownIds = new Set<string>();
  const recordEvent = (content: Buffer) => {
    const event = sealing.openData(envelope.parse(JSON.parse(content.toString())));
    published.set(event.id, event);
  };
  await channel.consume(queue, (message) => message && recordEvent(message.content), { noAck: true });

  const publishEvent = async (
    event: Pick<Envelope, 'id' | 'type' | 'source' | 'data'>,
    { times = 1, signer }: Pick<PublishOptions, 'times' | 'signer'> = {},
  ) => {
    ownIds.add(event.id);
    const time = clock.now().toISOString();
    const completeEvent: Envelope = {
      specversion: '1.0',
      time,
      datacontenttype: 'application/json',
      ...event,
    };
    const body = Buffer.from(JSON.stringify(completeEvent));
    const headers = signer && signer !== 'nobody' && { 'x-signature': await keys.signEvent(signer, body) };
    const options = { contentType: 'application/cloudevents+json', messageId: event.id, persistent: true };
    for (let sent = 0; sent < times; sent += 1) {
      channel.publish(EXCHANGE, event.type, body, { ...options, ...(headers && { headers }) });
    }
    await channel.waitForConfirms();
    return event.id;
  };
  const eventsAbout = (id: string): Envelope[] =>
    [...published.values()].filter((event) => {
      const { application_id, order_id, user_id, notice_id, examine_year } = Object(event.data);
      return (
        !ownIds.has(event.id) && [application_id, order_id, user_id, notice_id, examine_year].includes(id)
      );
    });
  const eventsOfType = <Data extends z.ZodType>(
    { type, data: schema }: EventDefinition<Data>,
    id: string,
  ): z.output<Data>[] =>
    eventsAbout(id)
      .filter((event) => event.type === type)
      .map(({ data }) => schema.parse(data));

  return {
    /** Publishes an event in its owner's name, signed by the owner. @returns the event's id, after the confirmation */
    publish: <Data extends z.ZodType>(
      { type, producer }: EventDefinition<Data>,
      data: z.input<Data>,
      { id = randomUUID(), times, signer = `svc-${producer}` as const }: PublishOptions = {},
    ): Promise<string> =>
      publishEvent({ id, type, source: `svc-${producer}`, data }, { signer, ...(times && { times }) }),
    /** The received events about an application, an order, a user, a notice or an examination, each once. */
    eventsAbout,
    /** The data of the received events of one type. */
    eventsOfType,
    /** Waits for the first event of that type. */
    waitForEvent: async <Data extends z.ZodType>(
      definition: EventDefinition<Data>,
      id: string,
    ): Promise<z.output<Data>> => {
      const [first] = await eventually(() => {
        const events = eventsOfType(definition, id);
        return events.length > 0 && events;
      }, WAIT_OPTIONS);
      return first as typeof first & {};
    },
    /** Messages of a service that are retried or dead-lettered. */
    countFailed: async (service: ServiceName): Promise<number> => {
      const names = [deadLetterQueue(service), ...RETRY_DELAYS.map((ms) => retryQueue(service, ms))];
      const queues = await Promise.all(names.map((name) => channel.checkQueue(name)));
      return queues.reduce((count, { messageCount }) => count + messageCount, 0);
    },
    /** Waits until all events that the broker has confirmed are received. */
    drain: async () => {
      const id = await publishEvent({ id: randomUUID(), type: MARKER_TYPE, source: 'test', data: {} });
      await eventually(() => published.has(id));
    },
    stop: () => connection.close(),
  };
}

/** Reads events of the portal of a data folder, sealed ones too. */
export async function createEventReader(dataDir: string): Promise<(body: Buffer) => Envelope> {
  const { EVENT_DATA_KEYS: key } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const sealing = new EventSealing([{ kid: '1', key }]);
  return (body) => sealing.openData(JSON.parse(body.toString()));
}
