import type { Attempt, RefundReason } from './ledger.ts';
import { moveAttempt } from './moves.ts';

/** Razorpay's normal refunds reach the bank account in 5 to 7 working days: https://razorpay.com/docs/payments/refunds */
const CALENDAR_DAYS = 10;
const DAY_MS = 86_400_000;

/** Sends the money of a taken payment on its way back; any other attempt stays as it is. */
export function giveBack(attempt: Attempt, reason: RefundReason, at: Date): Attempt {
  if (attempt.state !== 'taken') return attempt;
  return {
    ...moveAttempt(attempt, 'returning'),
    returning_by: new Date(at.getTime() + CALENDAR_DAYS * DAY_MS),
    refund: { reason, id: null, status: 'wanted' },
  };
}

/** The idempotency key of a payment's one refund. */
export const refundKey = (paymentId: string): string => `refund-${paymentId}`;
