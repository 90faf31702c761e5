import { createAttempt, findOpenAttempt, type Ledger, upsertAttempt } from './ledger.ts';
import { type LedgerChange, noChange, transitionAttempt, transitionOrder } from './transitions.ts';

/** Reuses the attempt that has no payment yet, if there is one. */
export function recordCheckoutStart(ledger: Ledger, input: { id: string; at: Date }): LedgerChange {
  const attempt = findOpenAttempt(ledger) ?? createAttempt(ledger.order, input);
  const opened = { ...transitionAttempt(attempt, 'unknown'), leavings: attempt.leavings + 1 };
  return transitionOrder(noChange(upsertAttempt(ledger, opened)), 'attempted');
}
