import type { Attempt, Refund, RefundReason } from './ledger.ts';
import { transitionAttempt } from './transitions.ts';

/** What is done with a second payment: it goes back at once, or waits for a clerk's word. */
export type SecondPaymentPolicy = 'refund' | 'hold';

/** Razorpay's normal refunds reach the bank account in 5 to 7 working days: https://razorpay.com/docs/payments/refunds */
const REFUND_DAYS = 10;
const DAY_MS = 86_400_000;

/** Sends the money of a taken payment on its way back; any other attempt stays as it is. */
export function startRefund(attempt: Attempt, reason: RefundReason, at: Date): Attempt {
  if (attempt.state !== 'taken') return attempt;
  return requestRefund(transitionAttempt(attempt, 'returning'), reason, at);
}

const requestRefund = (attempt: Attempt, reason: RefundReason, at: Date): Attempt => ({
  ...attempt,
  returning_by: new Date(at.getTime() + REFUND_DAYS * DAY_MS),
  refund: { reason, id: null, status: 'wanted' },
});

/** Leaves it to a clerk whether the money of a taken payment goes back. */
export const holdForApproval = (attempt: Attempt, reason: RefundReason): Attempt =>
  attempt.state === 'taken' ? { ...attempt, refund: { reason, id: null, status: 'deciding' } } : attempt;

const hasRefundStatus = ({ refund }: Attempt, ...statuses: Refund['status'][]): boolean =>
  refund !== null && statuses.includes(refund.status);

/** What waits for a clerk: a second payment, and a refund that the provider has refused. */
export const AWAITING_APPROVAL = ['deciding', 'refused'] as const satisfies readonly Refund['status'][];

/** The clerk sends the money back, also after having refused to; undefined when there is nothing to decide. */
export function approveRefund(attempt: Attempt, at: Date): Attempt | undefined {
  const { refund } = attempt;
  if (!refund || !hasRefundStatus(attempt, 'deciding', 'kept', 'refused')) return undefined;
  return attempt.state === 'taken'
    ? startRefund(attempt, refund.reason, at)
    : requestRefund(attempt, refund.reason, at);
}

/** The clerk keeps the money; undefined when there is nothing to decide. */
export function rejectRefund(attempt: Attempt): Attempt | undefined {
  const { refund } = attempt;
  return refund && hasRefundStatus(attempt, 'deciding')
    ? { ...attempt, refund: { ...refund, status: 'kept' } }
    : undefined;
}

/** Our own refund is under way, and tells by itself when it has arrived. */
export const isRefundPending = (attempt: Attempt): boolean => hasRefundStatus(attempt, 'wanted', 'pending');

const POLL_DELAY_MS = { min: 5_000, max: 300_000 };

/** Milliseconds until Razorpay is asked again what became of a refund: a quarter of its age, 5 s to 5 min. */
export function refundPollDelay({ returning_by }: Attempt, at: Date): number {
  const startedAt = (returning_by?.getTime() ?? 0) - REFUND_DAYS * DAY_MS;
  return Math.min(POLL_DELAY_MS.max, Math.max(POLL_DELAY_MS.min, (at.getTime() - startedAt) / 4));
}

/** A second payment that was taken and is not on its way back. */
export const isDuplicatePayment = (attempt: Attempt): boolean =>
  attempt.state === 'taken' && hasRefundStatus(attempt, 'deciding', 'kept');

/** The idempotency key of a payment's one refund. */
export const toRefundKey = (paymentId: string): string => `refund-${paymentId}`;
