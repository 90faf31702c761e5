import type { EventDefinition } from '@archaka/contracts';
import {
  type Attempt,
  createAttempt,
  findOpenAttempt,
  type Ledger,
  type Mismatch,
  upsertAttempt,
} from './ledger.ts';
import {
  type AttemptState,
  attemptTransitions,
  findTransition,
  type OrderState,
  orderTransitions,
} from './states.ts';

/** Published in the same transaction as its transition. */
interface DomainEvent {
  readonly event: EventDefinition;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LedgerChange {
  readonly ledger: Ledger;
  readonly events: readonly DomainEvent[];
  readonly mismatches: readonly Mismatch[];
}

export const noChange = (ledger: Ledger): LedgerChange => ({ ledger, events: [], mismatches: [] });

/** Returns the attempt unchanged when the table has no such transition. */
export function transitionAttempt(attempt: Attempt, to: AttemptState): Attempt {
  return findTransition(attemptTransitions, { from: attempt.state, to })
    ? { ...attempt, state: to }
    : attempt;
}

/** Returns the change as it was when the table has no such transition. */
export function transitionOrder(
  change: LedgerChange,
  to: OrderState,
  details: Readonly<Record<string, unknown>> = {},
): LedgerChange {
  const { order } = change.ledger;
  const transition = findTransition(orderTransitions, { from: order.state, to });
  if (!transition) return change;
  const [, , event] = transition;
  const { application_id, order_id } = order;
  return {
    ...change,
    ledger: { ...change.ledger, order: { ...order, state: to } },
    events: event
      ? [...change.events, { event, data: { application_id, order_id, ...details } }]
      : change.events,
  };
}

/** Reuses the attempt that has no payment yet, if there is one. */
export function recordCheckoutStart(ledger: Ledger, input: { id: string; at: Date }): LedgerChange {
  const attempt = findOpenAttempt(ledger) ?? createAttempt(ledger.order, input);
  const opened = { ...transitionAttempt(attempt, 'created'), checkout_visits: attempt.checkout_visits + 1 };
  return transitionOrder(noChange(upsertAttempt(ledger, opened)), 'attempted');
}

/** Returns undefined unless the order is `reversed`. */
export function replaceOrder(ledger: Ledger): Ledger | undefined {
  if (ledger.order.state !== 'reversed') return undefined;
  const { ledger: after } = transitionOrder(noChange(ledger), 'replaced');
  return after === ledger ? undefined : after;
}

export const needsReplacement = ({ state }: Pick<Ledger['order'], 'state'>): boolean =>
  state === 'reversed' || state === 'replaced';
