import type { Attempt } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import type { DiscrepancyDetails, DiscrepancyKind } from './discrepancy.ts';
import {
  isOutcomePending,
  isRefundStarted,
  type ReconciliationItem,
  wasCaptured,
} from './reconciliation-item.ts';
import { describeAttempt, describePayment } from './state-texts.ts';

export function compareState(
  { payment, order, refunds }: ReconciliationItem,
  attempt: Attempt,
): DiscrepancyDetails[] {
  const provider = describePayment(payment);
  const ledger = describeAttempt(attempt);
  const kind = findKind(payment, attempt);
  const discrepancies: DiscrepancyDetails[] = kind ? [{ kind, provider, ledger }] : [];
  if (!kind && isOutcomePending(attempt))
    discrepancies.push({ kind: 'under-way', provider, ledger, open: true });
  if (refunds > 1) discrepancies.push({ kind: 'refund-doubled', provider: `${refunds} refunds`, ledger });
  if (order && attempt.order_id !== order.order_id)
    discrepancies.push({ kind: 'other-order', provider: order.order_id, ledger: attempt.order_id });
  return discrepancies;
}

const MATCHING_STATES: Readonly<Record<ListedPayment['status'], readonly Attempt['state'][]>> = {
  created: ['unknown', 'not_taken'],
  authorized: ['held'],
  captured: ['taken'],
  refunded: ['returning', 'returned'],
  charged_back: ['returning', 'returned'],
  failed: ['not_taken'],
};

function findKind({ status, amount_refunded }: ListedPayment, attempt: Attempt): DiscrepancyKind | undefined {
  if (attempt.set_aside) return undefined;
  const refundStarted = isRefundStarted(attempt);
  // Refunds are always of the whole payment.
  if (status === 'captured' && amount_refunded > 0)
    return refundStarted ? 'refund-missing' : 'refunded-there';
  if (MATCHING_STATES[status].includes(attempt.state)) return undefined;
  if (status === 'captured') return refundStarted ? 'refund-missing' : 'captured-there';
  if (status === 'refunded' || status === 'charged_back') return 'refunded-there';
  return wasCaptured(attempt) ? 'taken-here' : 'other-state';
}
