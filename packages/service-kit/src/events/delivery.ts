import { type Envelope, envelope as envelopeSchema, redactPersonalData } from '@archaka/contracts';
import { deadLetterQueue, requeueExchange, retryQueue } from '@archaka/contracts/broker';
import type { ConfirmChannel, ConsumeMessage, Message } from 'amqplib';
import type { Log } from '../log.ts';
import { createCounter } from '../metrics.ts';
import { isChannelClosed, type Publisher } from './channel-publisher.ts';
import { SIGNATURE_HEADER } from './signature.ts';

export interface ChannelSession {
  readonly channel: ConfirmChannel;
  readonly publish: Publisher;
  /** False after the channel closed: its unacknowledged messages are redelivered on the next one. */
  isOpen: boolean;
}

export interface Delivery {
  readonly message: ConsumeMessage;
  readonly session: ChannelSession;
}

export type DeadLetterReason = 'malformed' | 'not-taken' | 'forged' | 'wrong-data' | 'poison' | 'failed';

export interface Retry {
  readonly kind: 'retry';
  readonly delayMs: number;
  readonly failures: number;
  readonly error: unknown;
}

export interface DeadLetter {
  readonly kind: 'dead';
  readonly reason: DeadLetterReason;
  readonly failures: number;
  readonly error?: unknown;
}

/** Headers that stay with a message through its retries to the dead letters. */
export const FAILURES_HEADER = 'x-failures';
export const REASON_HEADER = 'x-reason';
export const ERROR_HEADER = 'x-error';

export const readFailures = ({ message }: Delivery): number =>
  Number(message.properties.headers?.[FAILURES_HEADER] ?? 0);

export function findEnvelope(content: Buffer): Envelope | undefined {
  try {
    return envelopeSchema.safeParse(JSON.parse(content.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Does nothing on a closed channel, whose messages are redelivered. */
export const acknowledge = ({ message, session }: Delivery): void =>
  ignoreClosedChannel(() => session.channel.ack(message));

export const requeue = ({ message, session }: Delivery): void =>
  ignoreClosedChannel(() => session.channel.nack(message, false, true));

function ignoreClosedChannel(settle: () => void): void {
  try {
    settle();
  } catch (error) {
    if (!isChannelClosed(error)) throw error;
  }
}

const deadLettered = createCounter<{ reason: DeadLetterReason }>({
  name: 'events_dead_lettered_total',
  description: 'Events moved to the dead letters, by reason',
});

export const toSignatureHeaders = ({ properties: { headers } }: Message): Record<string, unknown> =>
  headers?.[SIGNATURE_HEADER] === undefined ? {} : { [SIGNATURE_HEADER]: headers[SIGNATURE_HEADER] };

const toErrorText = (error: unknown): string =>
  redactPersonalData(error instanceof Error ? error.message : String(error)).slice(0, 500);

/** @throws when delivery is uncertain: the message must not be acknowledged then. */
export async function republishFailed(
  { message, session }: Delivery,
  outcome: Retry | DeadLetter,
  { service, log }: { service: string; log: Log },
): Promise<void> {
  const { failures, error } = outcome;
  const isDead = outcome.kind === 'dead';
  const routingKey = isDead ? deadLetterQueue(service) : retryQueue(service, outcome.delayMs);
  const id = String(message.properties.messageId ?? '');
  const headers = {
    ...toSignatureHeaders(message),
    [FAILURES_HEADER]: failures,
    ...(isDead && { [REASON_HEADER]: outcome.reason }),
    ...(error !== undefined && { [ERROR_HEADER]: toErrorText(error) }),
  };
  const logEntry = { err: error, event: id, queue: routingKey, failures };
  if (isDead)
    log.error(
      { ...logEntry, reason: outcome.reason },
      'message moved to the dead letters: docs/runbooks/DeadLetters.md',
    );
  else log.warn(logEntry, 'handling a message failed; it is retried');
  const exchange = requeueExchange(service);
  const result = await session.publish({ id, exchange, routingKey, body: message.content, headers });
  if (result === 'nobody') throw new Error(`the queue ${routingKey} does not exist`);
  if (isDead) deadLettered.add({ reason: outcome.reason });
}
