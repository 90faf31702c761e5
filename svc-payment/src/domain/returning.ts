import type { Attempt, Refund, RefundReason } from './ledger.ts';
import { moveAttempt } from './moves.ts';

/** What is done with a second payment: it goes back at once, or waits for a clerk's word. */
export type SecondPayment = 'refund' | 'hold';

/** Razorpay's normal refunds reach the bank account in 5 to 7 working days: https://razorpay.com/docs/payments/refunds */
const CALENDAR_DAYS = 10;
const DAY_MS = 86_400_000;

/** Sends the money of a taken payment on its way back; any other attempt stays as it is. */
export function giveBack(attempt: Attempt, reason: RefundReason, at: Date): Attempt {
  if (attempt.state !== 'taken') return attempt;
  return wanted(moveAttempt(attempt, 'returning'), reason, at);
}

const wanted = (attempt: Attempt, reason: RefundReason, at: Date): Attempt => ({
  ...attempt,
  returning_by: new Date(at.getTime() + CALENDAR_DAYS * DAY_MS),
  refund: { reason, id: null, status: 'wanted' },
});

/** Leaves it to a clerk whether the money of a taken payment goes back. */
export const leaveToClerk = (attempt: Attempt, reason: RefundReason): Attempt =>
  attempt.state === 'taken' ? { ...attempt, refund: { reason, id: null, status: 'deciding' } } : attempt;

const isIn = ({ refund }: Attempt, ...statuses: Refund['status'][]): boolean =>
  refund !== null && statuses.includes(refund.status);

/** What waits for a clerk: a second payment, and a refund that the provider has refused. */
export const AWAITING_CLERK = ['deciding', 'refused'] as const satisfies readonly Refund['status'][];

/** The clerk sends the money back, also after having refused to; undefined when there is nothing to decide. */
export function approveRefund(attempt: Attempt, at: Date): Attempt | undefined {
  const { refund } = attempt;
  if (!refund || !isIn(attempt, 'deciding', 'kept', 'refused')) return undefined;
  return attempt.state === 'taken'
    ? giveBack(attempt, refund.reason, at)
    : wanted(attempt, refund.reason, at);
}

/** The clerk keeps the money; undefined when there is nothing to decide. */
export function refuseRefund(attempt: Attempt): Attempt | undefined {
  const { refund } = attempt;
  return refund && isIn(attempt, 'deciding')
    ? { ...attempt, refund: { ...refund, status: 'kept' } }
    : undefined;
}

/** Our own refund is under way, and tells by itself when it has arrived. */
export const isReturning = (attempt: Attempt): boolean => isIn(attempt, 'wanted', 'pending');

const LOOK_MS = { min: 5_000, max: 300_000 };

/** Milliseconds until Razorpay is asked again what became of a refund: a quarter of its age, 5 s to 5 min. */
export function refundLookDelay({ returning_by }: Attempt, at: Date): number {
  const begunAt = (returning_by?.getTime() ?? 0) - CALENDAR_DAYS * DAY_MS;
  return Math.min(LOOK_MS.max, Math.max(LOOK_MS.min, (at.getTime() - begunAt) / 4));
}

/** A second payment that was taken and is not on its way back. */
export const isSpare = (attempt: Attempt): boolean =>
  attempt.state === 'taken' && isIn(attempt, 'deciding', 'kept');

/** The idempotency key of a payment's one refund. */
export const refundKey = (paymentId: string): string => `refund-${paymentId}`;
