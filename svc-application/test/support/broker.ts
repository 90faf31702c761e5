import { randomUUID } from 'node:crypto';
import type { Envelope, EventDefinition } from '@archaka/contracts';
import amqp from 'amqplib';
import type * as z from 'zod';

const EXCHANGE = 'portal.events';

/** The broker as the other services see it: tells svc-application of events, and hears its own. */
export interface Broker {
  /** Sends an event in the owning service's name and gives its id; with `id` given, the very same one. */
  readonly tell: <Data extends z.ZodType>(
    definition: EventDefinition<Data>,
    data: z.input<Data>,
    id?: string,
  ) => Promise<string>;
  /** Every event that svc-application published about an application so far. */
  readonly heard: (applicationId: string) => Envelope[];
  readonly stop: () => Promise<void>;
}

export async function openBroker(url: string): Promise<Broker> {
  const connection = await amqp.connect(url);
  const channel = await connection.createConfirmChannel();
  const envelopes: Envelope[] = [];
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, 'application.#');
  await channel.consume(
    queue,
    (message) => {
      if (message) envelopes.push(JSON.parse(message.content.toString()));
    },
    { noAck: true },
  );

  return {
    tell: async ({ type, from }, data, id = randomUUID()) => {
      const envelope = {
        specversion: '1.0',
        id,
        source: `svc-${from}`,
        type,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        data,
      };
      const options = { contentType: 'application/cloudevents+json', messageId: id, persistent: true };
      channel.publish(EXCHANGE, type, Buffer.from(JSON.stringify(envelope)), options);
      await channel.waitForConfirms();
      return id;
    },
    heard: (applicationId) =>
      envelopes.filter(({ data }) => (data as { application_id?: string }).application_id === applicationId),
    stop: async () => {
      await connection.close();
    },
  };
}
