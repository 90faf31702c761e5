import type { ConfirmChannel } from 'amqplib';

export const EXCHANGE = 'portal.events';

/**
 * High enough that a message is not dead-lettered for standing beside one that kills its consumer;
 * which message is poison, the inbox counts.
 */
const DELIVERY_LIMIT = 20;
/** Reading dead letters puts them back, which counts as a delivery: practically no limit. */
const NO_DELIVERY_LIMIT = 1_000_000_000;

export const eventsQueue = (service: string): string => `${service}.events`;
export const deadQueue = (service: string): string => `${service}.dead`;
export const retryQueue = (service: string, ms: number): string => `${service}.retry.${ms}`;

const quorum = { 'x-queue-type': 'quorum' };
/** What dies here goes on to a queue, and is kept until it is there. */
const passingOnTo = (queue: string) => ({
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

export async function assertExchange(channel: ConfirmChannel): Promise<void> {
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
}

interface Queues {
  /** e.g. `svc-ticket`. */
  readonly service: string;
  readonly types: readonly string[];
  readonly delays: readonly number[];
}

/** The queues of a consuming service: its events, its dead letters, and one for each delay of a retry. */
export async function assertQueues(
  channel: ConfirmChannel,
  { service, types, delays }: Queues,
): Promise<void> {
  await assertExchange(channel);
  const durable = (queue: string, args: object) =>
    channel.assertQueue(queue, { durable: true, arguments: { ...quorum, ...args } });
  await durable(deadQueue(service), { 'x-delivery-limit': NO_DELIVERY_LIMIT });
  await durable(eventsQueue(service), {
    'x-delivery-limit': DELIVERY_LIMIT,
    ...passingOnTo(deadQueue(service)),
  });
  for (const ms of new Set(delays)) {
    const args = { 'x-message-ttl': ms, ...passingOnTo(eventsQueue(service)) };
    await durable(retryQueue(service, ms), args);
  }
  for (const type of types) await channel.bindQueue(eventsQueue(service), EXCHANGE, type);
}
