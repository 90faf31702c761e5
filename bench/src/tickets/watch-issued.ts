import { ticketIssued } from '@archaka/contracts';
import { connect } from 'amqplib';

const EXCHANGE = 'portal.events';

export interface IssuedWatch {
  /** Time of the event that the ticket is issued, by `performance.now()`. */
  waitForIssuedAt(applicationId: string): Promise<number>;
  /** Number of issued tickets since the start of the watch. */
  count(): number;
  close(): Promise<void>;
}

/**
 * Receives the event of every issued ticket. It is published after the transaction that stores the ticket, so by
 * then it can be downloaded; polling each ticket would load the service.
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
