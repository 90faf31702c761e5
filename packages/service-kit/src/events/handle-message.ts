import type { Envelope, EventDefinition } from '@archaka/contracts';
import type * as z from 'zod';
import { PersonErased } from '../data-keys/data-keys.ts';
import { createCounter } from '../metrics.ts';
import type { Database } from '../persistence/database.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { SubjectDeleted } from '../persistence/tombstones.ts';
import { createScope, runInScope } from '../scope.ts';
import { runInSpan, type Span } from '../tracing/span.ts';
import { type Delivery, findEnvelope, readFailures } from './delivery.ts';
import type { EventSealing } from './event-sealing.ts';
import type { Inbox } from './inbox.ts';
import { type FindForgery, type ReceivedEvent, SIGNATURE_HEADER } from './signature.ts';

export interface EventHandler {
  readonly definition: EventDefinition;
  /** @throws ZodError for data of another shape. */
  readonly prepare: (envelope: Envelope) => () => Promise<void>;
}

/** Exactly once in effect for the service's own database, in any order. `handle` may run again on a retry. */
export function handleEvent<Data extends z.ZodType>(
  definition: EventDefinition<Data>,
  handle: (data: z.output<Data>, envelope: Envelope) => Promise<void>,
): EventHandler {
  return {
    definition,
    prepare: (envelope) => {
      const data = definition.data.parse(envelope.data);
      return () => handle(data, envelope);
    },
  };
}

const lateEvents = createCounter<{ type: string }>({
  name: 'events_about_deleted_total',
  description: 'Late events about deleted applications or erased persons, which change nothing, by type',
});

/** A message that killed its consumer this often is poison. */
const MAX_RESTARTS = 5;

export type DeadLetterReason = 'malformed' | 'not-taken' | 'forged' | 'wrong-data' | 'poison' | 'failed';

export type DeliveryOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'store-down'; readonly eventId: string; readonly error: unknown }
  | { readonly kind: 'retry'; readonly delayMs: number; readonly failures: number; readonly error: unknown }
  | {
      readonly kind: 'dead';
      readonly reason: DeadLetterReason;
      readonly failures: number;
      readonly error?: unknown;
    };

export interface MessageContext {
  readonly db: Database;
  readonly inbox: Inbox;
  readonly handlers: ReadonlyMap<string, EventHandler>;
  readonly findForgery: FindForgery;
  readonly sealing: Pick<EventSealing, 'openData'>;
  readonly delays: readonly number[];
}

const prepareWork = (
  handler: EventHandler,
  envelope: Envelope,
  { sealing }: Pick<MessageContext, 'sealing'>,
): (() => Promise<void>) | Error => {
  try {
    return handler.prepare(sealing.openData(envelope));
  } catch (error) {
    return error as Error;
  }
};

/** Runs in one transaction with the inbox row. */
export async function handleMessage(delivery: Delivery, context: MessageContext): Promise<DeliveryOutcome> {
  const failures = readFailures(delivery);
  const toDeadLetter = (reason: DeadLetterReason, error?: unknown): DeliveryOutcome => ({
    kind: 'dead',
    reason,
    failures,
    error,
  });

  const envelope = findEnvelope(delivery.message.content);
  if (!envelope) return toDeadLetter('malformed');
  const handler = context.handlers.get(envelope.type);
  if (!handler) return toDeadLetter('not-taken');
  const forgery = await context.findForgery(toReceivedEvent(delivery, envelope), handler.definition.producer);
  if (forgery) return toDeadLetter('forged', forgery);
  const work = prepareWork(handler, envelope, context);
  if (work instanceof Error) return toDeadLetter('wrong-data', work);

  try {
    if (delivery.message.fields.redelivered && (await context.inbox.countRestart(envelope)) > MAX_RESTARTS) {
      return toDeadLetter('poison');
    }
    await runInScope(createScope(envelope.id, envelope.traceparent), () =>
      runInSpan(toSpan(envelope), () => applyEffect(envelope, work, context)),
    );
    return { kind: 'done' };
  } catch (error) {
    // A late event restores nothing of deleted data.
    if (error instanceof PersonErased || error instanceof SubjectDeleted) {
      lateEvents.add({ type: envelope.type });
      return { kind: 'done' };
    }
    if (isDatabaseUnavailable(error)) return { kind: 'store-down', eventId: envelope.id, error };
    return handleFailure(envelope, { failures: failures + 1, error }, context);
  }
}

const toReceivedEvent = ({ message }: Delivery, envelope: Envelope): ReceivedEvent => ({
  body: message.content,
  signature: message.properties.headers?.[SIGNATURE_HEADER],
  envelope,
});

const toSpan = ({ id, type }: Envelope): Span => ({
  name: `consume ${type}`,
  kind: 'consumer',
  attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': id },
});

const applyEffect = (
  envelope: Envelope,
  work: () => Promise<void>,
  { db, inbox }: MessageContext,
): Promise<void> =>
  db.transaction(async () => {
    if (await inbox.markDone(envelope)) await work();
  });

async function handleFailure(
  envelope: Envelope,
  failure: { failures: number; error: unknown },
  { inbox, delays }: MessageContext,
): Promise<DeliveryOutcome> {
  const delayMs = delays[failure.failures - 1];
  await inbox.forgetRestarts([envelope.id]).catch(() => undefined);
  if (delayMs === undefined) return { kind: 'dead', reason: 'failed', ...failure };
  return { kind: 'retry', delayMs, ...failure };
}
