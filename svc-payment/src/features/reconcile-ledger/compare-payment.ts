import type { Attempt, Order } from '../../domain/ledger.ts';
import { CAPTURED_STATES, isPending } from '../../domain/states.ts';
import type { ListedPayment } from '../../razorpay/provider.ts';
import {
  type Discrepancy,
  type DiscrepancyDetails,
  type DiscrepancyKind,
  describeAttempt,
  describePayment,
  formatMoney,
} from './reports.ts';

export interface ReconciliationItem {
  readonly payment: ListedPayment;
  /** Undefined for an unknown order. */
  readonly order: Order | undefined;
  /** From all orders of the application. */
  readonly attempts: readonly Attempt[];
  /** Without failed refunds. */
  readonly refunds: number;
}

export const findMatchingAttempt = ({ payment, attempts }: ReconciliationItem): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === payment.id);

const isUnrefundedCapture = ({ status, amount_refunded }: ListedPayment): boolean =>
  status === 'captured' && amount_refunded === 0;

export const wasCaptured = ({ state, set_aside }: Attempt): boolean =>
  !set_aside && CAPTURED_STATES.includes(state);

/** Once Razorpay has accepted the refund. */
export const isRefunded = ({ state, refund }: Attempt): boolean =>
  state === 'refunded' || (state === 'refunding' && refund?.status === 'pending');

const REFUND_STATES: readonly Attempt['state'][] = ['refunding', 'refunded'];

const isRefundStarted = ({ state }: Attempt): boolean => REFUND_STATES.includes(state);

const isOutcomePending = ({ state, set_aside }: Attempt): boolean => !set_aside && isPending(state);

/** A payment may take this long to be recorded here. */
const RECENT_MS = 5 * 60_000;

export function isInProgress(item: ReconciliationItem, now: Date): boolean {
  const attempt = findMatchingAttempt(item);
  const isRecent = now.getTime() - item.payment.created_at.getTime() < RECENT_MS;
  return isRecent && (!attempt || isOutcomePending(attempt));
}

/** A late webhook or poll resolves these; a wrong amount never resolves itself. */
const TRANSIENT_KINDS: ReadonlySet<DiscrepancyKind> = new Set([
  'missing-in-ledger',
  'not-captured-in-ledger',
  'not-refunded-in-ledger',
  'state-differs',
  'order-unpaid-in-ledger',
  'paid-twice',
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
    : [{ kind: 'missing-in-ledger', provider, ledger: 'no such payment' }];
  return [
    ...entry,
    ...compareAmount(payment, order, attempt),
    ...compareOrder(payment, order, attempt),
    ...compareApplication(item, attempt),
  ];
}

export const toMissingDiscrepancy = (attempt: Attempt): Discrepancy => ({
  kind: 'missing-at-razorpay',
  open: false,
  application_id: attempt.application_id,
  order_id: attempt.order_id,
  payment_id: attempt.payment_id,
  amount: attempt.amount,
  currency: null,
  provider: 'no such payment',
  ledger: `${describeAttempt(attempt)}, ${formatMoney(attempt.amount)}`,
});

function compareState(
  { payment, order, refunds }: ReconciliationItem,
  attempt: Attempt,
): DiscrepancyDetails[] {
  const provider = describePayment(payment);
  const ledger = describeAttempt(attempt);
  const kind = findKind(payment, attempt);
  const discrepancies: DiscrepancyDetails[] = kind ? [{ kind, provider, ledger }] : [];
  if (!kind && isOutcomePending(attempt))
    discrepancies.push({ kind: 'in-progress', provider, ledger, open: true });
  if (refunds > 1) discrepancies.push({ kind: 'refunded-twice', provider: `${refunds} refunds`, ledger });
  if (order && attempt.order_id !== order.order_id)
    discrepancies.push({ kind: 'wrong-order', provider: order.order_id, ledger: attempt.order_id });
  return discrepancies;
}

const MATCHING_STATES: Readonly<Record<ListedPayment['status'], readonly Attempt['state'][]>> = {
  created: ['created', 'failed'],
  authorized: ['authorized'],
  captured: ['captured'],
  refunded: ['refunding', 'refunded'],
  charged_back: ['refunding', 'refunded'],
  failed: ['failed'],
};

function findKind({ status, amount_refunded }: ListedPayment, attempt: Attempt): DiscrepancyKind | undefined {
  if (attempt.set_aside) return undefined;
  const refundStarted = isRefundStarted(attempt);
  // Refunds are always of the whole payment.
  if (status === 'captured' && amount_refunded > 0)
    return refundStarted ? 'not-refunded-at-razorpay' : 'not-refunded-in-ledger';
  if (MATCHING_STATES[status].includes(attempt.state)) return undefined;
  if (status === 'captured') return refundStarted ? 'not-refunded-at-razorpay' : 'not-captured-in-ledger';
  if (status === 'refunded' || status === 'charged_back') return 'not-refunded-in-ledger';
  return wasCaptured(attempt) ? 'not-captured-at-razorpay' : 'state-differs';
}

function compareAmount(
  { amount, currency }: ListedPayment,
  order: Order,
  attempt: Attempt | undefined,
): DiscrepancyDetails[] {
  if (currency !== order.currency)
    return [{ kind: 'currency-differs', provider: currency, ledger: order.currency }];
  const ledger = [order.amount, attempt?.amount].find((own) => own !== undefined && own !== amount);
  return ledger === undefined
    ? []
    : [{ kind: 'amount-differs', provider: formatMoney(amount), ledger: formatMoney(ledger) }];
}

function compareOrder(
  payment: ListedPayment,
  order: Order,
  attempt: Attempt | undefined,
): DiscrepancyDetails[] {
  const provider = describePayment(payment);
  const ledger = `the order is ${order.state}`;
  if (isUnrefundedCapture(payment))
    return isUnpaid(order, attempt) ? [{ kind: 'order-unpaid-in-ledger', provider, ledger }] : [];
  return isPaidBy(payment, order, attempt) ? [{ kind: 'order-payment-refunded', provider, ledger }] : [];
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
  attempt?.state !== 'captured' &&
  !attempt?.refund;

/** A fee has one unrefunded payment, unless a clerk rejected the refund of a second. */
function compareApplication(
  { payment, attempts }: ReconciliationItem,
  own: Attempt | undefined,
): DiscrepancyDetails[] {
  if (
    !isUnrefundedCapture(payment) ||
    (own && (own.set_aside || isRefundStarted(own) || hasRefundStatus(own, 'rejected')))
  )
    return [];
  const other = attempts.find(
    (attempt) => attempt !== own && attempt.state === 'captured' && !hasRefundStatus(attempt, 'rejected'),
  );
  if (!other) return [];
  const awaitsApproval = [own, other].some((attempt) => attempt && hasRefundStatus(attempt, 'deciding'));
  const ledger = awaitsApproval ? 'waits for a clerk’s decision' : 'neither is refunded';
  return [
    {
      kind: 'paid-twice',
      provider: 'captured',
      ledger: `${other.payment_id} is captured, too: ${ledger}`,
      ...(awaitsApproval ? { open: true } : {}),
    },
  ];
}

const hasRefundStatus = ({ refund }: Attempt, status: 'deciding' | 'rejected'): boolean =>
  refund?.status === status;
