import type { EventDefinition } from '@archaka/contracts';
import { type AttemptState, attemptTransitions } from './attempt-states.ts';
import type { Attempt, Ledger } from './ledger.ts';
import type { Mismatch } from './mismatch.ts';
import { type OrderState, orderTransitions } from './order-states.ts';
import { findTransition } from './transition-table.ts';

/** An event to publish, in the same transaction as the move that causes it. */
export interface DomainEvent {
  readonly event: EventDefinition;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What became of a ledger, what is to be told, and what was not accepted. */
export interface LedgerChange {
  readonly ledger: Ledger;
  readonly events: readonly DomainEvent[];
  readonly mismatches: readonly Mismatch[];
}

export const noChange = (ledger: Ledger): LedgerChange => ({ ledger, events: [], mismatches: [] });

/** The attempt in its next state, or as it was when the table has no such edge. */
export function transitionAttempt(attempt: Attempt, to: AttemptState): Attempt {
  return findTransition(attemptTransitions, { from: attempt.state, to })
    ? { ...attempt, state: to }
    : attempt;
}

/** Moves the order where the table allows it, with the edge's event; else nothing changes. */
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
