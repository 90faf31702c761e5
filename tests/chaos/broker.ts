import { events } from '@archaka/contracts';
import { createEventReader } from '@archaka/test-kit';
import { type ConsumeMessage, connect } from 'amqplib';

/** The consumers of each event, by the names of their databases. */
const consumersByEvent = new Map<string, readonly string[]>(
  events.map(({ type, consumers }) => [type, consumers.map((service) => `archaka_${service}`)]),
);

/** The expected effects of these events: `archaka_ticket <event id>`. */
export const listExpectedEffects = (events: Iterable<readonly [id: string, type: string]>): string[] =>
  [...events].flatMap(([id, type]) =>
    (consumersByEvent.get(type) ?? []).map((consumer) => `${consumer} ${id}`),
  );

const EXCHANGE = 'portal.events';
const QUEUE = 'chaos.heard';

/** An event from the broker; an event published twice occurs twice. */
export interface PublishedEvent {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Declares a durable queue that stores all events published from now on. */
export async function startRecording(amqpUrl: string): Promise<void> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(QUEUE, EXCHANGE, '#');
  await connection.close();
}

/** Consumes all events since `startRecording`, in the broker's order; a second call does not return them again. */
export async function readPublishedEvents(amqpUrl: string, dataDir: string): Promise<PublishedEvent[]> {
  const readEvent = await createEventReader(dataDir);
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  const published: PublishedEvent[] = [];
  const { messageCount } = await channel.checkQueue(QUEUE);
  const allReceived = Promise.withResolvers<void>();
  if (messageCount === 0) allReceived.resolve();
  const onMessage = (message: ConsumeMessage | null) => {
    if (!message) return allReceived.reject(new Error(`the queue ${QUEUE} was deleted`));
    published.push(readEvent(message.content) as PublishedEvent);
    if (published.length === messageCount) allReceived.resolve();
  };
  // A quorum queue delivers at most 2,000 unacknowledged messages, hence `noAck`.
  await channel.consume(QUEUE, onMessage, { noAck: true });
  await allReceived.promise;
  await connection.close();
  return published;
}

const CONSUMERS = ['svc-application', 'svc-payment', 'svc-ticket', 'svc-desk'];

/** Events that a service could not process, with the reasons. */
export async function readDeadLetters(amqpUrl: string): Promise<string[]> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  const letters: string[] = [];
  for (const service of CONSUMERS) {
    for (;;) {
      const message = await channel.get(`${service}.dead`);
      if (!message) break;
      const { headers = {}, messageId } = message.properties;
      const reason = headers['x-reason'] ?? headers['x-death']?.[0]?.reason;
      letters.push(
        `${service}: ${message.fields.routingKey} ${messageId} ${reason} ${headers['x-error'] ?? ''}`,
      );
    }
  }
  // Unacknowledged messages return to their queues.
  await connection.close();
  return letters;
}
