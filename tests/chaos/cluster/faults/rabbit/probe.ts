import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConfirmChannel, connect } from 'amqplib';
import type { RabbitSite } from '../../engines.ts';

export const PROBE_PREFIX = 'chaos.probe.';
/** Not scaled, since it is the precision of the measurement. */
const ANSWER_TIMEOUT_MS = 1000;

/** Runs `work` on a new channel. @throws Error when the broker does not respond in time */
async function onChannel<Result>(
  url: string,
  work: (channel: ConfirmChannel) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(url, { timeout: ANSWER_TIMEOUT_MS });
  connection.on('error', () => undefined);
  try {
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => undefined);
    return await Promise.race([
      work(channel),
      pause(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error('the broker did not respond in time');
      }),
    ]);
  } finally {
    // Not awaited, since a hanging node would block it.
    connection.close().catch(() => undefined);
  }
}

/** Declares a quorum queue that this node leads; returns its name. */
export async function declareProbe({ node }: RabbitSite): Promise<string> {
  const name = `${PROBE_PREFIX}${randomUUID()}`;
  await onChannel(node.url, (channel) =>
    channel.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'quorum' } }),
  );
  return name;
}

export const confirms = ({ node }: RabbitSite, queue: string): Promise<boolean> =>
  onChannel(node.url, async (channel) => {
    channel.sendToQueue(queue, Buffer.from('probe'), { persistent: true });
    await channel.waitForConfirms();
    return true;
  }).catch(() => false);

export async function deleteProbe({ node }: RabbitSite, queue: string): Promise<void> {
  await onChannel(node.url, (channel) => channel.deleteQueue(queue)).catch(() => undefined);
}
