import { deadQueue, requeueExchange, retryQueue } from '@archaka/contracts/broker';
import type { Message } from 'amqplib';
import { type Log, withoutPersonalData } from '../log.ts';
import { counter } from '../metrics.ts';
import { type Arrival, FAILURES, LAST_ERROR, REASON } from './arrival.ts';
import type { DeadReason, Verdict } from './judge.ts';
import { SIGNATURE } from './signature.ts';

type PassedOn = Extract<Verdict, { kind: 'retry' | 'dead' }>;

const deadLettered = counter<{ reason: DeadReason }>({
  name: 'events_dead_lettered_total',
  description: 'Events put among the dead letters, by why',
});

const wordsOf = (error: unknown): string =>
  withoutPersonalData(error instanceof Error ? error.message : String(error));

const headersOf = ({ message }: Arrival, verdict: PassedOn): Record<string, unknown> => ({
  ...signatureOf(message),
  [FAILURES]: verdict.failures,
  ...(verdict.kind === 'dead' ? { [REASON]: verdict.reason } : {}),
  ...(verdict.error === undefined ? {} : { [LAST_ERROR]: wordsOf(verdict.error).slice(0, 500) }),
});

/** The signature goes with the message wherever it goes: it is checked again at each arrival. */
export const signatureOf = ({ properties: { headers } }: Message): Record<string, unknown> =>
  headers?.[SIGNATURE] === undefined ? {} : { [SIGNATURE]: headers[SIGNATURE] };

/**
 * Puts a message into the queue where it waits for its next attempt, or among the dead letters.
 * @throws when it is not certain to be there: the message must not be acknowledged then.
 */
export async function passOn(
  arrival: Arrival,
  verdict: PassedOn,
  { service, log }: { service: string; log: Log },
): Promise<void> {
  const { message, session } = arrival;
  const routingKey = verdict.kind === 'dead' ? deadQueue(service) : retryQueue(service, verdict.delayMs);
  const id = String(message.properties.messageId ?? '');
  const headers = headersOf(arrival, verdict);
  const entry = { err: verdict.error, event: id, queue: routingKey, failures: verdict.failures };
  if (verdict.kind === 'dead') log.error({ ...entry, reason: verdict.reason }, 'message is a dead letter');
  else log.warn(entry, 'message failed and will be tried again');
  const exchange = requeueExchange(service);
  const how = await session.publish({ id, exchange, routingKey, body: message.content, headers });
  if (how === 'nobody') throw new Error(`there is no queue ${routingKey}`);
  if (verdict.kind === 'dead') deadLettered.add({ reason: verdict.reason });
}
