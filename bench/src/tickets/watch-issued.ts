import { ticketIssued } from '@archaka/contracts';
import { connect } from 'amqplib';

const EXCHANGE = 'portal.events';

export interface IssuedWatch {
  /** When the ticket was told to be issued, by `performance.now()`. */
  waitForIssuedAt(applicationId: string): Promise<number>;
  /** How many were, since the watch began. */
  count(): number;
  close(): Promise<void>;
}

/**
 * Hears of every ticket that is issued. Its event leaves after the transaction that stores the ticket, so by
 * then it can be downloaded; asking for each again and again would cost the service more than it tells.
 */
export async function watchIssued(amqpUrl: string): Promise<IssuedWatch> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, ticketIssued.type);
  const issued = new Map<string, PromiseWithResolvers<number>>();
  let count = 0;
  const findOrCreate = (applicationId: string) => {
    const existing = issued.get(applicationId) ?? Promise.withResolvers<number>();
    issued.set(applicationId, existing);
    return existing;
  };
  await channel.consume(
    queue,
    (message) => {
      const { data } = JSON.parse(message?.content.toString() ?? '{}');
      count += 1;
      findOrCreate(ticketIssued.data.parse(data).application_id).resolve(performance.now());
    },
    { noAck: true },
  );
  return {
    waitForIssuedAt: (applicationId) => findOrCreate(applicationId).promise,
    count: () => count,
    close: () => connection.close(),
  };
}
