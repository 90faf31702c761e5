import { randomUUID } from 'node:crypto';
import { type Envelope, envelope } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { connect } from 'amqplib';

const EXCHANGE = 'portal.events';

/** A queue of the test's own that hears all events of payments, and says others'. */
export async function openEventQueue(url: string) {
  const connection = await connect(url);
  const channel = await connection.createConfirmChannel();
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, 'payment.#');
  const heard: Envelope[] = [];
  await channel.consume(
    queue,
    (message) => {
      if (message) heard.push(envelope.parse(JSON.parse(message.content.toString())));
    },
    { noAck: true },
  );
  /** By event id: delivery is at least once, and consumers know repeats by the id. */
  const about = (order_id: string): Envelope[] => {
    const all = heard.filter(({ data }) => Object(data).order_id === order_id);
    return [...new Map(all.map((event) => [event.id, event])).values()];
  };

  /** Says an event in another service's name. */
  const say = async (type: string, id: string, data: unknown): Promise<void> => {
    const event: Envelope = {
      specversion: '1.0',
      id,
      source: 'urn:archaka:svc-application',
      type,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      data,
    };
    channel.publish(EXCHANGE, type, Buffer.from(JSON.stringify(event)), {
      persistent: true,
      messageId: id,
      contentType: 'application/cloudevents+json',
    });
    await channel.waitForConfirms();
  };

  return {
    about,
    /** Waits for an event about an order and gives its data. */
    heard: (type: string, order_id: string, timeoutMs = 20_000): Promise<Record<string, unknown>> =>
      eventually(
        () => about(order_id).find((event) => event.type === type)?.data as Record<string, unknown>,
        {
          timeoutMs,
        },
      ),
    say,
    /** Waits until all that the broker has confirmed so far is heard. */
    caughtUp: async (): Promise<void> => {
      const mark = randomUUID();
      await say('payment.mark', mark, {});
      await eventually(() => heard.some(({ id }) => id === mark));
    },
    close: () => connection.close(),
  };
}
export type EventQueue = Awaited<ReturnType<typeof openEventQueue>>;
