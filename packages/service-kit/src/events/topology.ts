import type { EventDefinition } from '@archaka/contracts';
import {
  deadLetterQueue,
  EXCHANGE,
  eventsQueue,
  requeueExchange,
  retryQueue,
} from '@archaka/contracts/broker';
import type { ConfirmChannel } from 'amqplib';

/**
 * Checks that the queues of all who take these events are there, before any is published: a broker that is new
 * confirms an event as soon as one queue takes it, and the others would never have it.
 * @throws, and the broker closes the channel, while one is missing.
 */
export async function assertConsumerQueues(
  channel: ConfirmChannel,
  events: readonly EventDefinition[],
): Promise<void> {
  await channel.checkExchange(EXCHANGE);
  for (const service of new Set(events.flatMap(({ consumers }) => consumers))) {
    await channel.checkQueue(eventsQueue(`svc-${service}`));
  }
}

interface ServiceQueues {
  /** e.g. `svc-ticket`. */
  readonly service: string;
  readonly delays: readonly number[];
}

/** Checks that a consuming service's own queues are there; fails as `assertConsumerQueues` does. */
export async function assertServiceQueues(
  channel: ConfirmChannel,
  { service, delays }: ServiceQueues,
): Promise<void> {
  await channel.checkExchange(requeueExchange(service));
  for (const queue of [eventsQueue, deadLetterQueue]) await channel.checkQueue(queue(service));
  for (const ms of new Set(delays)) await channel.checkQueue(retryQueue(service, ms));
}
