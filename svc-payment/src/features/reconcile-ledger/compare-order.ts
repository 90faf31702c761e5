import type { Attempt, Order } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import type { DiscrepancyDetails } from './discrepancy.ts';
import { isRefundStarted, isUnrefundedCapture } from './reconciliation-item.ts';
import { describePayment } from './state-texts.ts';

export function compareOrder(
  payment: ListedPayment,
  order: Order,
  attempt: Attempt | undefined,
): DiscrepancyDetails[] {
  const provider = describePayment(payment);
  const ledger = `the order is ${order.state}`;
  if (isUnrefundedCapture(payment))
    return isUnpaid(order, attempt) ? [{ kind: 'order-unpaid-here', provider, ledger }] : [];
  return isPaidBy(payment, order, attempt) ? [{ kind: 'order-unpaid-there', provider, ledger }] : [];
}

/** A replaced order does not count as paid, even with a later payment. */
const isUnpaid = ({ state }: Order, attempt: Attempt | undefined): boolean =>
  state !== 'captured' &&
  state !== 'replaced' &&
  !(attempt && (attempt.set_aside || isRefundStarted(attempt)));

/** Our own refund is no discrepancy: the application knows of it. */
const isPaidBy = (payment: ListedPayment, order: Order, attempt: Attempt | undefined): boolean =>
  order.state === 'captured' &&
  order.payment_id === payment.id &&
  attempt?.state !== 'taken' &&
  !attempt?.refund;
