import type { Envelope, EventDefinition } from '@archaka/contracts';
import type * as z from 'zod';
import { PersonErased } from '../errors.ts';
import { createCounter } from '../metrics.ts';
import type { Database } from '../persistence/database.ts';
import { isDatabaseUnavailable } from '../persistence/database-errors.ts';
import { SubjectDeleted } from '../persistence/tombstones.ts';
import { createScope, runInScope } from '../scope.ts';
import { runInSpan } from '../tracing/span.ts';
import {
  type DeadLetter,
  type DeadLetterReason,
  type Delivery,
  findEnvelope,
  type Retry,
  readFailures,
} from './delivery.ts';
import type { EventSealing } from './event-sealing.ts';
import type { Inbox } from './inbox.ts';
import { type FindForgery, SIGNATURE_HEADER } from './signature.ts';

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
  let work: () => Promise<void>;
  try {
    work = handler.prepare(context.sealing.openData(envelope));
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
      runInSpan(span, () =>
        db.transaction(async () => {
          if (await inbox.markDone(envelope)) await work();
        }),
      ),
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
