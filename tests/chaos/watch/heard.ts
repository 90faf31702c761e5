import { connect } from 'amqplib';

const EXCHANGE = 'portal.events';
const QUEUE = 'chaos.heard';

/** An event as it went over the broker; one sent twice is heard twice. */
export interface HeardEvent {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Has everything that is published from now on kept in a queue of our own, which outlives the broker's deaths. */
export async function listen(amqpUrl: string): Promise<void> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(QUEUE, EXCHANGE, '#');
  await connection.close();
}

/** All that was published since `listen`, in the order of the broker. */
export async function hear(amqpUrl: string): Promise<HeardEvent[]> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  const heard: HeardEvent[] = [];
  const { messageCount } = await channel.checkQueue(QUEUE);
  const all = Promise.withResolvers<void>();
  if (messageCount === 0) all.resolve();
  await channel.consume(QUEUE, (message) => {
    if (!message) return all.reject(new Error(`${QUEUE} is gone`));
    heard.push(JSON.parse(message.content.toString('utf8')));
    if (heard.length === messageCount) all.resolve();
  });
  await all.promise;
  // Unacknowledged they go back, so that they may be heard again.
  await connection.close();
  return heard;
}
