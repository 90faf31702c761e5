import { createEventReader } from '@archaka/test-kit';
import { type ConsumeMessage, connect } from 'amqplib';

const EXCHANGE = 'portal.events';
const QUEUE = 'chaos.heard';

/** An event as it went over the broker; one sent twice is heard twice. */
export interface PublishedEvent {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Has everything that is published from now on kept in a queue of our own, which outlives the broker's deaths. */
export async function startRecording(amqpUrl: string): Promise<void> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(QUEUE, EXCHANGE, '#');
  await connection.close();
}

/** All that was published since `listen`, in the order of the broker; it is told once. */
export async function readPublishedEvents(amqpUrl: string, dataDir: string): Promise<PublishedEvent[]> {
  const readEvent = await createEventReader(dataDir);
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  const published: PublishedEvent[] = [];
  const { messageCount } = await channel.checkQueue(QUEUE);
  const allReceived = Promise.withResolvers<void>();
  if (messageCount === 0) allReceived.resolve();
  const onMessage = (message: ConsumeMessage | null) => {
    if (!message) return allReceived.reject(new Error(`${QUEUE} is gone`));
    published.push(readEvent(message.content) as PublishedEvent);
    if (published.length === messageCount) allReceived.resolve();
  };
  // Of messages that wait to be acknowledged a quorum queue gives 2,000 and no more.
  await channel.consume(QUEUE, onMessage, { noAck: true });
  await allReceived.promise;
  await connection.close();
  return published;
}
