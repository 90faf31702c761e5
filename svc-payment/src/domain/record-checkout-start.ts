import { createAttempt, findOpenAttempt, type Ledger, upsertAttempt } from './ledger.ts';
import { type LedgerChange, noChange, transitionAttempt, transitionOrder } from './transitions.ts';

/** The applicant leaves for the checkout, on the attempt that has no payment yet or on a new one. */
export function recordCheckoutStart(ledger: Ledger, input: { id: string; at: Date }): LedgerChange {
  const attempt = findOpenAttempt(ledger) ?? createAttempt(ledger.order, input);
  const opened = { ...transitionAttempt(attempt, 'unknown'), leavings: attempt.leavings + 1 };
  return transitionOrder(noChange(upsertAttempt(ledger, opened)), 'attempted');
}
