import type { Envelope } from '@archaka/contracts';
import { beginScope, inScope } from '../scope.ts';
import type { Database } from '../store/database.ts';
import { isStoreDown } from '../store/store-down.ts';
import { inSpan, type Span } from '../tracing/span.ts';
import { type Arrival, failuresOf, findEnvelope } from './arrival.ts';
import type { Inbox } from './inbox.ts';
import { type FindForgery, type ReceivedEvent, SIGNATURE } from './signature.ts';
import type { Taken } from './taken.ts';

/** A message that killed its consumer this often is poison. */
const MAX_RESTARTS = 5;

export type DeadReason = 'malformed' | 'not-taken' | 'forged' | 'wrong-data' | 'poison' | 'failed';

/** What becomes of a message. */
export type Verdict =
  | { readonly kind: 'done' }
  | { readonly kind: 'store-down'; readonly eventId: string; readonly error: unknown }
  | { readonly kind: 'retry'; readonly delayMs: number; readonly failures: number; readonly error: unknown }
  | {
      readonly kind: 'dead';
      readonly reason: DeadReason;
      readonly failures: number;
      readonly error?: unknown;
    };

export interface Judging {
  readonly db: Database;
  readonly inbox: Inbox;
  readonly takes: ReadonlyMap<string, Taken>;
  readonly findForgery: FindForgery;
  readonly delays: readonly number[];
}

const readWork = (taken: Taken, envelope: Envelope): (() => Promise<void>) | Error => {
  try {
    return taken.read(envelope);
  } catch (error) {
    return error as Error;
  }
};

/** Handles a message, in one transaction with its inbox row, and says what becomes of it. */
export async function judge(arrival: Arrival, judging: Judging): Promise<Verdict> {
  const failures = failuresOf(arrival);
  const dead = (reason: DeadReason, error?: unknown): Verdict => ({ kind: 'dead', reason, failures, error });

  const envelope = findEnvelope(arrival.message.content);
  if (!envelope) return dead('malformed');
  const taken = judging.takes.get(envelope.type);
  if (!taken) return dead('not-taken');
  const forgery = await judging.findForgery(toReceived(arrival, envelope), taken.definition.from);
  if (forgery) return dead('forged', forgery);
  const work = readWork(taken, envelope);
  if (work instanceof Error) return dead('wrong-data', work);

  try {
    if (arrival.message.fields.redelivered && (await judging.inbox.countRestart(envelope)) > MAX_RESTARTS) {
      return dead('poison');
    }
    await inScope(beginScope(envelope.id, envelope.traceparent), () =>
      inSpan(spanOf(envelope), () => effect(envelope, work, judging)),
    );
    return { kind: 'done' };
  } catch (error) {
    if (isStoreDown(error)) return { kind: 'store-down', eventId: envelope.id, error };
    return afterFailure(envelope, { failures: failures + 1, error }, judging);
  }
}

const toReceived = ({ message }: Arrival, envelope: Envelope): ReceivedEvent => ({
  body: message.content,
  signature: message.properties.headers?.[SIGNATURE],
  envelope,
});

const spanOf = ({ id, type }: Envelope): Span => ({
  name: `take ${type}`,
  kind: 'consumer',
  attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': id },
});

const effect = (envelope: Envelope, work: () => Promise<void>, { db, inbox }: Judging): Promise<void> =>
  db.transaction(async () => {
    if (await inbox.markDone(envelope)) await work();
  });

async function afterFailure(
  envelope: Envelope,
  failure: { failures: number; error: unknown },
  { inbox, delays }: Judging,
): Promise<Verdict> {
  const delayMs = delays[failure.failures - 1];
  await inbox.forgetRestarts([envelope.id]).catch(() => undefined);
  if (delayMs === undefined) return { kind: 'dead', reason: 'failed', ...failure };
  return { kind: 'retry', delayMs, ...failure };
}
