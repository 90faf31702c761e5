import type { EvidenceKind } from './evidence.ts';
import type { Attempt } from './ledger.ts';
import type { OrderState } from './states.ts';
import { isPending } from './states.ts';

interface RecordedOrder {
  readonly application_id: string;
  readonly order_id: string | null;
  readonly state: OrderState;
  readonly placed_at: Date | null;
  readonly left_at: Date | null;
  readonly due_at: Date | null;
}

interface RecordedEvidence {
  readonly kind: EvidenceKind;
  readonly order_id: string | null;
  readonly dispute_id: string | null;
  readonly at: Date;
  readonly due_at: Date | null;
}

export interface PaymentRecord {
  readonly applicationId: string;
  readonly orders: readonly RecordedOrder[];
  readonly attempts: readonly Attempt[];
  /** Oldest first. */
  readonly evidence: readonly RecordedEvidence[];
}

const hasOpenRefund = ({ state, refund }: Attempt): boolean =>
  state === 'refunding' || (refund ? !['processed', 'rejected'].includes(refund.status) : false);

const DISPUTE_ENDS: readonly EvidenceKind[] = ['dispute-won', 'dispute-lost', 'dispute-closed'];

/** In any order: Razorpay may deliver the end of a dispute before its beginning. A later phase is another dispute. */
function hasOpenDispute({ evidence }: PaymentRecord): boolean {
  const ended = evidence.filter(({ kind }) => DISPUTE_ENDS.includes(kind));
  const endedIds = new Set(ended.map(({ dispute_id }) => dispute_id));
  return evidence.some(({ dispute_id }) => dispute_id !== null && !endedIds.has(dispute_id));
}

export const isMoneyPending = (record: PaymentRecord): boolean =>
  record.attempts.some((attempt) => isPending(attempt.state) || hasOpenRefund(attempt)) ||
  record.evidence.some(({ due_at }) => Boolean(due_at)) ||
  hasOpenDispute(record);

/** Money may still be captured or refunded, so application, account and record are needed. */
export const isOpen = (record: PaymentRecord): boolean =>
  isMoneyPending(record) || record.orders.some(({ due_at }) => Boolean(due_at));

/** The order has a checkout visit and is still polled for late payments. */
export const mayBePaidLate = ({ orders }: PaymentRecord): boolean =>
  orders.some(({ left_at, due_at }) => Boolean(left_at) && Boolean(due_at));

export const isPaid = ({ orders }: PaymentRecord): boolean =>
  orders.some(({ state }) => state === 'captured');

/** The books need it: a payment exists, even a failed one, that Razorpay's records name too. */
export const hasPayment = ({ attempts }: PaymentRecord): boolean =>
  attempts.some(({ payment_id }) => Boolean(payment_id));

/** Undefined before an order was created at Razorpay. */
export function findLastChange({ orders, attempts, evidence }: PaymentRecord): Date | undefined {
  const dates = [
    ...orders.flatMap(({ placed_at, left_at }) => [placed_at, left_at]),
    ...attempts.flatMap(({ opened_at, last_checked }) => [opened_at, last_checked]),
    ...evidence.map(({ at }) => at),
  ].filter((date) => date instanceof Date);
  return dates.length > 0 ? new Date(Math.max(...dates.map(Number))) : undefined;
}
