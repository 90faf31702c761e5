import { randomUUID } from 'node:crypto';
import { type Envelope, type EventDefinition, envelope } from '@archaka/contracts';
import { connect } from 'amqplib';
import type * as z from 'zod';
import { eventually } from '../eventually.ts';
import type { ServiceName } from '../keys.ts';
import type { Stage } from '../services/stage.ts';

const EXCHANGE = 'portal.events';
const MARK = 'test.mark';
/** Longer than any retry that a service makes before it publishes. */
const PATIENCE = { timeoutMs: 45_000 };

interface Sending {
  /** The event's own; a new one when left out. */
  readonly id?: string;
  /** How often the very same event is sent. */
  readonly times?: number;
  /** Whose key signs it; its owner's when left out. */
  readonly signer?: ServiceName | 'nobody';
}

/** The test's own hands on the broker: it tells what services that are not there would, and hears what is published. */
export interface Broker {
  /** Sends an event in its owner's name, signed by the owner, waits for the confirmation and gives the event's id. */
  readonly tell: <Data extends z.ZodType>(
    definition: EventDefinition<Data>,
    data: z.input<Data>,
    sending?: Sending,
  ) => Promise<string>;
  /** All that services have published about an application or an order so far, each event once. */
  readonly about: (id: string) => Envelope[];
  /** The data of those of one kind. */
  readonly heard: <Data extends z.ZodType>(definition: EventDefinition<Data>, id: string) => z.output<Data>[];
  /** Waits for the first of that kind. */
  readonly hear: <Data extends z.ZodType>(
    definition: EventDefinition<Data>,
    id: string,
  ) => Promise<z.output<Data>>;
  /** Waits until all that the broker has confirmed so far is heard. */
  readonly caughtUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function openBroker({
  amqpUrl,
  keys,
  clock,
}: Pick<Stage, 'amqpUrl' | 'keys' | 'clock'>): Promise<Broker> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createConfirmChannel();
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, '#');
  // By id: delivery is at least once, and consumers know repeats by the id.
  const published = new Map<string, Envelope>();
  const told = new Set<string>();
  const take = (content: Buffer) => {
    const event = envelope.parse(JSON.parse(content.toString()));
    published.set(event.id, event);
  };
  await channel.consume(queue, (message) => message && take(message.content), { noAck: true });

  const send = async (
    event: Pick<Envelope, 'id' | 'type' | 'source' | 'data'>,
    { times = 1, signer }: Pick<Sending, 'times' | 'signer'> = {},
  ) => {
    told.add(event.id);
    const time = clock.now().toISOString();
    const whole: Envelope = { specversion: '1.0', time, datacontenttype: 'application/json', ...event };
    const body = Buffer.from(JSON.stringify(whole));
    const headers = signer &&
      signer !== 'nobody' && { 'x-signature': await keys.eventSignature(signer, body) };
    const options = { contentType: 'application/cloudevents+json', messageId: event.id, persistent: true };
    for (let sent = 0; sent < times; sent += 1) {
      channel.publish(EXCHANGE, event.type, body, { ...options, ...(headers && { headers }) });
    }
    await channel.waitForConfirms();
    return event.id;
  };
  const about: Broker['about'] = (id) =>
    [...published.values()].filter((event) => {
      const { application_id, order_id } = Object(event.data);
      return !told.has(event.id) && (application_id === id || order_id === id);
    });
  const heard: Broker['heard'] = ({ type, data: schema }, id) =>
    about(id)
      .filter((event) => event.type === type)
      .map(({ data }) => schema.parse(data));

  return {
    tell: ({ type, from }, data, { id = randomUUID(), times, signer = `svc-${from}` as const } = {}) =>
      send({ id, type, source: `svc-${from}`, data }, { signer, ...(times && { times }) }),
    about,
    heard,
    hear: async (definition, id) => {
      const [first] = await eventually(() => {
        const all = heard(definition, id);
        return all.length > 0 && all;
      }, PATIENCE);
      return first as typeof first & {};
    },
    caughtUp: async () => {
      const id = await send({ id: randomUUID(), type: MARK, source: 'test', data: {} });
      await eventually(() => published.has(id));
    },
    stop: () => connection.close(),
  };
}
