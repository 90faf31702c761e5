import { ticketIssued } from '@archaka/contracts';
import type { Portal } from '@archaka/test-kit';
import { connect } from 'amqplib';

const EXCHANGE = 'portal.events';

/** Counts the events of issued tickets, which cost the portal less than polling each ticket. */
export async function watchIssued({ running }: Portal) {
  const connection = await connect((await running()).amqpUrl);
  const channel = await connection.createChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, EXCHANGE, ticketIssued.type);
  const issued = new Set<string>();
  await channel.consume(
    queue,
    (message) => {
      const { data } = JSON.parse(message?.content.toString() ?? '{}');
      issued.add(ticketIssued.data.parse(data).application_id);
    },
    { noAck: true },
  );
  return { count: () => issued.size, close: () => connection.close() };
}
