import { redactPersonalData } from '@archaka/contracts';
import { deadLetterQueue, requeueExchange, retryQueue } from '@archaka/contracts/broker';
import type { Message } from 'amqplib';
import type { Log } from '../log.ts';
import { createCounter } from '../metrics.ts';
import { type Delivery, ERROR_HEADER, FAILURES_HEADER, REASON_HEADER } from './delivery.ts';
import type { DeadLetterReason, DeliveryOutcome } from './handle-message.ts';
import { SIGNATURE_HEADER } from './signature.ts';

type FailedOutcome = Extract<DeliveryOutcome, { kind: 'retry' | 'dead' }>;

const deadLettered = createCounter<{ reason: DeadLetterReason }>({
  name: 'events_dead_lettered_total',
  description: 'Events moved to the dead letters, by reason',
});

const toErrorText = (error: unknown): string =>
  redactPersonalData(error instanceof Error ? error.message : String(error));

const toHeaders = ({ message }: Delivery, outcome: FailedOutcome): Record<string, unknown> => ({
  ...toSignatureHeaders(message),
  [FAILURES_HEADER]: outcome.failures,
  ...(outcome.kind === 'dead' ? { [REASON_HEADER]: outcome.reason } : {}),
  ...(outcome.error === undefined ? {} : { [ERROR_HEADER]: toErrorText(outcome.error).slice(0, 500) }),
});

export const toSignatureHeaders = ({ properties: { headers } }: Message): Record<string, unknown> =>
  headers?.[SIGNATURE_HEADER] === undefined ? {} : { [SIGNATURE_HEADER]: headers[SIGNATURE_HEADER] };

/** @throws when delivery is uncertain: the message must not be acknowledged then. */
export async function republishFailed(
  delivery: Delivery,
  outcome: FailedOutcome,
  { service, log }: { service: string; log: Log },
): Promise<void> {
  const { message, session } = delivery;
  const routingKey =
    outcome.kind === 'dead' ? deadLetterQueue(service) : retryQueue(service, outcome.delayMs);
  const id = String(message.properties.messageId ?? '');
  const headers = toHeaders(delivery, outcome);
  const logEntry = { err: outcome.error, event: id, queue: routingKey, failures: outcome.failures };
  if (outcome.kind === 'dead')
    log.error(
      { ...logEntry, reason: outcome.reason },
      'message moved to the dead letters: docs/runbooks/DeadLetters.md',
    );
  else log.warn(logEntry, 'handling a message failed; it is retried');
  const exchange = requeueExchange(service);
  const result = await session.publish({ id, exchange, routingKey, body: message.content, headers });
  if (result === 'nobody') throw new Error(`the queue ${routingKey} does not exist`);
  if (outcome.kind === 'dead') deadLettered.add({ reason: outcome.reason });
}
