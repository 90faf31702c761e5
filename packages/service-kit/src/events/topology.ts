import type { EventDefinition } from '@archaka/contracts';
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

const durable = (channel: ConfirmChannel, queue: string, args: object) =>
  channel.assertQueue(queue, { durable: true, arguments: { ...quorum, ...args } });

interface Arriving {
  /** e.g. `svc-ticket`. */
  readonly service: string;
  readonly types: readonly string[];
}

/** The queue of a service's events, bound to these types, and that of its dead letters. */
async function assertArriving(channel: ConfirmChannel, { service, types }: Arriving): Promise<void> {
  await durable(channel, deadQueue(service), { 'x-delivery-limit': NO_DELIVERY_LIMIT });
  await durable(channel, eventsQueue(service), {
    'x-delivery-limit': DELIVERY_LIMIT,
    ...passingOnTo(deadQueue(service)),
  });
  for (const type of types) await channel.bindQueue(eventsQueue(service), EXCHANGE, type);
}

/**
 * The queues of all who take these events, for who publishes them. A broker that is new has no queue of a service
 * that has not run on it yet, and confirms an event as soon as anybody else has one: to that service it would be lost.
 */
export async function assertTakers(
  channel: ConfirmChannel,
  events: readonly EventDefinition[],
): Promise<void> {
  await assertExchange(channel);
  for (const service of new Set(events.flatMap(({ takenBy }) => takenBy))) {
    const taken = events.filter(({ takenBy }) => takenBy.includes(service));
    await assertArriving(channel, { service: `svc-${service}`, types: taken.map(({ type }) => type) });
  }
}

interface Queues extends Arriving {
  readonly delays: readonly number[];
}

/** The queues of a consuming service: its events, its dead letters, and one for each delay of a retry. */
export async function assertQueues(channel: ConfirmChannel, { delays, ...arriving }: Queues): Promise<void> {
  const { service } = arriving;
  await assertExchange(channel);
  await assertArriving(channel, arriving);
  for (const ms of new Set(delays)) {
    const args = { 'x-message-ttl': ms, ...passingOnTo(eventsQueue(service)) };
    await durable(channel, retryQueue(service, ms), args);
  }
}
