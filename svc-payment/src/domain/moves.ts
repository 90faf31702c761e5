import type { EventDefinition } from '@archaka/contracts';
import { type AttemptState, attemptEdges } from './attempt-states.ts';
import { findEdge } from './edges.ts';
import type { Attempt, Ledger } from './ledger.ts';
import type { Mismatch } from './mismatch.ts';
import { type OrderState, orderEdges } from './order-states.ts';

/** An event to publish, in the same transaction as the move that causes it. */
export interface Announcement {
  readonly event: EventDefinition;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What became of a ledger, what is to be told, and what was not accepted. */
export interface Settlement {
  readonly ledger: Ledger;
  readonly announcements: readonly Announcement[];
  readonly mismatches: readonly Mismatch[];
}

export const unsettled = (ledger: Ledger): Settlement => ({ ledger, announcements: [], mismatches: [] });

/** The attempt in its next state, or as it was when the table has no such edge. */
export function moveAttempt(attempt: Attempt, to: AttemptState): Attempt {
  return findEdge(attemptEdges, { from: attempt.state, to }) ? { ...attempt, state: to } : attempt;
}

/** Moves the order where the table allows it, with the edge's event; else nothing changes. */
export function moveOrder(
  settlement: Settlement,
  to: OrderState,
  facts: Readonly<Record<string, unknown>> = {},
): Settlement {
  const { order } = settlement.ledger;
  const edge = findEdge(orderEdges, { from: order.state, to });
  if (!edge) return settlement;
  const [, , event] = edge;
  const { application_id, order_id } = order;
  return {
    ...settlement,
    ledger: { ...settlement.ledger, order: { ...order, state: to } },
    announcements: event
      ? [...settlement.announcements, { event, data: { application_id, order_id, ...facts } }]
      : settlement.announcements,
  };
}
