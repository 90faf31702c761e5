import { type Attempt, type Refund, type RefundReason, transitionAttempt } from './ledger.ts';

/** `refund`: a second payment is refunded at once; `hold`: it awaits a clerk. */
export type SecondPaymentPolicy = 'refund' | 'hold';

/** Razorpay's normal refunds take 5 to 7 working days: https://razorpay.com/docs/payments/refunds */
const REFUND_DAYS = 10;
const DAY_MS = 86_400_000;

/** Leaves an attempt unchanged unless its money was taken. */
export function startRefund(attempt: Attempt, reason: RefundReason, at: Date): Attempt {
  if (attempt.state !== 'captured') return attempt;
  return requestRefund(transitionAttempt(attempt, 'refunding'), reason, at);
}

const requestRefund = (attempt: Attempt, reason: RefundReason, at: Date): Attempt => ({
  ...attempt,
  returning_by: new Date(at.getTime() + REFUND_DAYS * DAY_MS),
  refund: { reason, id: null, status: 'requested' },
});

export const holdForApproval = (attempt: Attempt, reason: RefundReason): Attempt =>
  attempt.state === 'captured' ? { ...attempt, refund: { reason, id: null, status: 'deciding' } } : attempt;

const hasRefundStatus = ({ refund }: Attempt, ...statuses: Refund['status'][]): boolean =>
  refund !== null && statuses.includes(refund.status);

export const AWAITING_APPROVAL = ['deciding', 'refused'] as const satisfies readonly Refund['status'][];

/** Also reverses an earlier rejection. Returns undefined when there is nothing to decide. */
export function approveRefund(attempt: Attempt, at: Date): Attempt | undefined {
  const { refund } = attempt;
  if (!refund || !hasRefundStatus(attempt, 'deciding', 'rejected', 'refused')) return undefined;
  return attempt.state === 'captured'
    ? startRefund(attempt, refund.reason, at)
    : requestRefund(attempt, refund.reason, at);
}

interface Approval {
  /** The operator's id. */
  readonly by: string;
  readonly at: Date;
  /** Paise; a larger refund needs a second operator. */
  readonly limit: number;
}

/** `awaiting-second` stores the first approval; `same-operator` changes nothing. */
type ApprovalResult =
  | { readonly outcome: 'refunding' | 'awaiting-second'; readonly attempt: Attempt }
  | { readonly outcome: 'same-operator' };

/** Returns undefined when there is nothing to decide. */
export function approveAsOperator(attempt: Attempt, { by, at, limit }: Approval): ApprovalResult | undefined {
  const { refund } = attempt;
  const refunding = approveRefund(attempt, at);
  if (!refund || !refunding) return undefined;
  if (refund.approved_by === by) return { outcome: 'same-operator' };
  if (attempt.amount > limit && refund.approved_by === undefined)
    return { outcome: 'awaiting-second', attempt: { ...attempt, refund: { ...refund, approved_by: by } } };
  return { outcome: 'refunding', attempt: refunding };
}

/** Returns undefined when there is nothing to decide. */
export function rejectRefund(attempt: Attempt): Attempt | undefined {
  const { refund } = attempt;
  return refund && hasRefundStatus(attempt, 'deciding')
    ? { ...attempt, refund: { reason: refund.reason, id: refund.id, status: 'rejected' } }
    : undefined;
}

/** Returns undefined when the refund has ended meanwhile: a late answer moves nothing backward. */
export function recordRefund(attempt: Attempt, refund: Refund): Attempt | undefined {
  if (!isRefundPending(attempt)) return undefined;
  const moved = refund.status === 'processed' ? transitionAttempt(attempt, 'refunded') : attempt;
  return { ...moved, refund };
}

export const isRefundPending = (attempt: Attempt): boolean =>
  hasRefundStatus(attempt, 'requested', 'pending');

const POLL_DELAY_MS = { min: 5_000, max: 300_000 };

/** Milliseconds: a quarter of the refund's age, between 5 s and 5 min. */
export function refundPollDelay({ returning_by }: Attempt, at: Date): number {
  const startedAt = (returning_by?.getTime() ?? 0) - REFUND_DAYS * DAY_MS;
  return Math.min(POLL_DELAY_MS.max, Math.max(POLL_DELAY_MS.min, (at.getTime() - startedAt) / 4));
}

export const isDuplicatePayment = (attempt: Attempt): boolean =>
  attempt.state === 'captured' && hasRefundStatus(attempt, 'deciding', 'rejected');

/** Razorpay's idempotency key: a payment has one refund. */
export const toRefundKey = (paymentId: string): string => `refund-${paymentId}`;
