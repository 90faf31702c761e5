import type { Attempt } from '../../domain/ledger.ts';
import { compareAmount } from './compare-amount.ts';
import { compareApplication } from './compare-application.ts';
import { compareOrder } from './compare-order.ts';
import { compareState } from './compare-state.ts';
import type { Discrepancy, DiscrepancyDetails, DiscrepancyKind } from './discrepancy.ts';
import { formatMoney } from './format-money.ts';
import { findMatchingAttempt, isInProgress, type ReconciliationItem } from './reconciliation-item.ts';
import { describeAttempt, describePayment } from './state-texts.ts';

/** A late webhook or poll resolves these; a wrong amount never resolves itself. */
const TRANSIENT_KINDS: ReadonlySet<DiscrepancyKind> = new Set([
  'not-here',
  'captured-there',
  'refunded-there',
  'other-state',
  'order-unpaid-here',
  'kept-twice',
]);

export function compareItem(item: ReconciliationItem, now: Date): Discrepancy[] {
  const { payment, order } = item;
  const subject = {
    application_id: order?.application_id ?? null,
    order_id: payment.order_id,
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
  };
  const inProgress = order !== undefined && isInProgress(item, now);
  return findDiscrepancies(item).map(({ open, ...discrepancy }) => ({
    ...subject,
    ...discrepancy,
    open: open ?? (inProgress && TRANSIENT_KINDS.has(discrepancy.kind)),
  }));
}

function findDiscrepancies(item: ReconciliationItem): DiscrepancyDetails[] {
  const { payment, order } = item;
  const provider = describePayment(payment);
  if (!order) return [{ kind: 'unknown-order', provider, ledger: 'no such order' }];
  const attempt = findMatchingAttempt(item);
  const entry: DiscrepancyDetails[] = attempt
    ? compareState(item, attempt)
    : [{ kind: 'not-here', provider, ledger: 'no such payment' }];
  return [
    ...entry,
    ...compareAmount(payment, order, attempt),
    ...compareOrder(payment, order, attempt),
    ...compareApplication(item, attempt),
  ];
}

export const toMissingDiscrepancy = (attempt: Attempt): Discrepancy => ({
  kind: 'not-there',
  open: false,
  application_id: attempt.application_id,
  order_id: attempt.order_id,
  payment_id: attempt.payment_id,
  amount: attempt.amount,
  currency: null,
  provider: 'no such payment',
  ledger: `${describeAttempt(attempt)}, ${formatMoney(attempt.amount)}`,
});
