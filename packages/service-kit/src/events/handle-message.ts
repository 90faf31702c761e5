import {
  type Envelope,
  type EventDefinition,
  envelope as envelopeSchema,
  redactPersonalData,
} from '@archaka/contracts';
import { deadLetterQueue, requeueExchange, retryQueue } from '@archaka/contracts/broker';
import type { ConfirmChannel, ConsumeMessage, Message } from 'amqplib';
import type * as z from 'zod';
import { PersonErased } from '../errors.ts';
import type { Log } from '../log.ts';
import { createCounter } from '../metrics.ts';
import type { Database } from '../persistence/database.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { SubjectDeleted } from '../persistence/tombstones.ts';
import { createScope, runInScope } from '../scope.ts';
import { runInSpan } from '../tracing/span.ts';
import { isChannelClosed, type Publisher } from './channel-publisher.ts';
import { type EventSealing, type FindForgery, SIGNATURE_HEADER } from './event-protection.ts';
import type { Inbox } from './inbox.ts';

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

type DeadLetterReason = 'malformed' | 'not-taken' | 'forged' | 'wrong-data' | 'poison' | 'failed';

interface Retry {
  readonly kind: 'retry';
  readonly delayMs: number;
  readonly failures: number;
  readonly error: unknown;
}

interface DeadLetter {
  readonly kind: 'dead';
  readonly reason: DeadLetterReason;
  readonly failures: number;
  readonly error?: unknown;
}

/** Headers that stay with a message through its retries to the dead letters. */
export const FAILURES_HEADER = 'x-failures';
export const REASON_HEADER = 'x-reason';
export const ERROR_HEADER = 'x-error';

const readFailures = ({ message }: Delivery): number =>
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

interface PreparedEvent {
  /** Whether a majority has all that `handle` would write. */
  readonly isInEffect: () => Promise<boolean>;
  readonly handle: () => Promise<void>;
}

export interface EventHandler {
  readonly definition: EventDefinition;
  /** @throws ZodError for data of another shape. */
  readonly prepare: (envelope: Envelope) => PreparedEvent;
}

/**
 * Exactly once in effect for the service's own database, in any order. `handle` may run again on a retry.
 * @param isInEffect for an event that mostly reports what a call has written already: then a read and the mark replace the transaction
 */
export function handleEvent<Data extends z.ZodType>(
  definition: EventDefinition<Data>,
  handle: (data: z.output<Data>, envelope: Envelope) => Promise<void>,
  isInEffect: (data: z.output<Data>) => Promise<boolean> = async () => false,
): EventHandler {
  return {
    definition,
    prepare: (envelope) => {
      const data = definition.data.parse(envelope.data);
      return { isInEffect: () => isInEffect(data), handle: () => handle(data, envelope) };
    },
  };
}

const lateEvents = createCounter<{ type: string }>({
  name: 'events_about_deleted_total',
  description: 'Late events about deleted applications or erased persons, which change nothing, by type',
});

/** A message that killed its consumer this often is poison. */
const MAX_RESTARTS = 5;

type DeliveryOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'store-down'; readonly eventId: string; readonly error: unknown }
  | Retry
  | DeadLetter;

interface MessageContext {
  readonly db: Database;
  readonly inbox: Pick<Inbox, 'countRestart' | 'forgetRestarts' | 'markDone'>;
  readonly handlers: ReadonlyMap<string, EventHandler>;
  readonly findForgery: FindForgery;
  readonly sealing: Pick<EventSealing, 'openData'>;
  readonly delays: readonly number[];
}

/** Runs in one transaction with the inbox row. */
export async function handleMessage(delivery: Delivery, context: MessageContext): Promise<DeliveryOutcome> {
  const { db, inbox, delays } = context;
  const failures = readFailures(delivery);
  const toDeadLetter = (reason: DeadLetterReason, error?: unknown): DeadLetter => ({
    kind: 'dead',
    reason,
    failures,
    error,
  });

  const envelope = findEnvelope(delivery.message.content);
  if (!envelope) return toDeadLetter('malformed');
  const handler = context.handlers.get(envelope.type);
  if (!handler) return toDeadLetter('not-taken');
  const { content: body, properties, fields } = delivery.message;
  const signature: unknown = properties.headers?.[SIGNATURE_HEADER];
  const forgery = await context.findForgery({ body, signature, envelope }, handler.definition.producer);
  if (forgery) return toDeadLetter('forged', forgery);
  let event: PreparedEvent;
  try {
    event = handler.prepare(context.sealing.openData(envelope));
  } catch (error) {
    return toDeadLetter('wrong-data', error);
  }

  try {
    if (fields.redelivered && (await inbox.countRestart(envelope)) > MAX_RESTARTS)
      return toDeadLetter('poison');
    const span = {
      name: `consume ${envelope.type}`,
      kind: 'consumer',
      attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': envelope.id },
    } as const;
    await runInScope(createScope(envelope.id, envelope.traceparent), () =>
      runInSpan(span, async () => {
        if (await event.isInEffect()) {
          await inbox.markDone(envelope);
          return;
        }
        await db.transaction(async () => {
          if (await inbox.markDone(envelope)) await event.handle();
        });
      }),
    );
    return { kind: 'done' };
  } catch (error) {
    // A late event restores nothing of deleted data.
    if (error instanceof PersonErased || error instanceof SubjectDeleted) {
      lateEvents.add({ type: envelope.type });
      return { kind: 'done' };
    }
    if (isDatabaseUnavailable(error)) return { kind: 'store-down', eventId: envelope.id, error };
    await inbox.forgetRestarts([envelope.id]).catch(() => undefined);
    const failure = { failures: failures + 1, error };
    const delayMs = delays[failures];
    return delayMs === undefined
      ? { kind: 'dead', reason: 'failed', ...failure }
      : { kind: 'retry', delayMs, ...failure };
  }
}
