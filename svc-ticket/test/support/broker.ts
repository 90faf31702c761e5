import { randomUUID } from 'node:crypto';
import { type Envelope, type EventDefinition, ticketIssued } from '@archaka/contracts';
import { connect } from 'amqplib';
import type * as z from 'zod';

type Issued = z.infer<typeof ticketIssued.data>;

/** The tests' own hands on the broker: publish what other services would, and see what svc-ticket publishes. */
export interface Broker {
  /** Publishes and waits for the confirmation; `times` for the same event again and again. */
  tell<Data extends z.ZodType>(
    event: EventDefinition<Data>,
    data: z.input<Data>,
    times?: number,
  ): Promise<void>;
  /** The tickets that were issued for an application, each event counted once. */
  issued(applicationId: string): Issued[];
  close(): Promise<void>;
}

const EXCHANGE = 'portal.events';

export async function openBroker(amqpUrl: string): Promise<Broker> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createConfirmChannel();
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, ticketIssued.type);
  const seen = new Map<string, Issued>();
  await channel.consume(
    queue,
    (message) => {
      const envelope: Envelope = JSON.parse(message?.content.toString() ?? '{}');
      seen.set(envelope.id, ticketIssued.data.parse(envelope.data));
    },
    { noAck: true },
  );

  return {
    async tell({ type, from }, data, times = 1) {
      const id = randomUUID();
      const time = new Date().toISOString();
      const envelope: Envelope = {
        specversion: '1.0',
        id,
        source: `svc-${from}`,
        type,
        time,
        datacontenttype: 'application/json',
        data,
      };
      for (let count = 0; count < times; count += 1) {
        channel.publish(EXCHANGE, type, Buffer.from(JSON.stringify(envelope)), {
          messageId: id,
          persistent: true,
        });
      }
      await channel.waitForConfirms();
    },
    issued: (applicationId) =>
      [...seen.values()].filter(({ application_id }) => application_id === applicationId),
    close: () => connection.close(),
  };
}
