import { findUnfilled, type Ledger, newAttempt, withAttempt } from './ledger.ts';
import { moveAttempt, moveOrder, type Settlement, unsettled } from './moves.ts';

/** The applicant leaves for the checkout, on the attempt that has no payment yet or on a new one. */
export function leave(ledger: Ledger, fresh: { id: string; at: Date }): Settlement {
  const attempt = findUnfilled(ledger) ?? newAttempt(ledger.order, fresh);
  const opened = { ...moveAttempt(attempt, 'unknown'), leavings: attempt.leavings + 1 };
  return moveOrder(unsettled(withAttempt(ledger, opened)), 'attempted');
}
