import type { EventDefinition } from '@archaka/contracts';
import {
  deadLetterQueue,
  EXCHANGE,
  eventsQueue,
  requeueExchange,
  retryQueue,
} from '@archaka/contracts/broker';
import type { ConfirmChannel } from 'amqplib';

/** @throws while a consumer's queue is missing: a broker confirms an event that reaches only the others. */
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
  readonly service: string;
  readonly delays: readonly number[];
}

export async function assertServiceQueues(
  channel: ConfirmChannel,
  { service, delays }: ServiceQueues,
): Promise<void> {
  await channel.checkExchange(requeueExchange(service));
  for (const queue of [eventsQueue, deadLetterQueue]) await channel.checkQueue(queue(service));
  for (const ms of new Set(delays)) await channel.checkQueue(retryQueue(service, ms));
}
