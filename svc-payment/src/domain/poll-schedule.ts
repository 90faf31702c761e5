import type { Ledger } from './ledger.ts';
import type { OrderState } from './states.ts';
import { isPending } from './states.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Late authorisation comes within 5 days: https://razorpay.com/docs/payments/payments/late-authorization */
export const POLL_WINDOW_MS = 5 * DAY;

/** Of the limits of polls that applicants and unsigned hints cause: then they have a free slot again. */
export const POLL_LIMIT_MS = MINUTE;

/** Of an order that is not paid. Before its first checkout nobody can pay it through the portal. */
export const MAX_POLL_DELAY_MS = 6 * HOUR;

/** A checkout lasts at most this long; meanwhile a lost callback is found within a minute. */
const CHECKOUT_MS = 30 * MINUTE;
const DELAY_MS = { maxAtCheckout: 45 * SECOND, max: MAX_POLL_DELAY_MS, paid: DAY };

/** The checkout allows a retry after a failure, and a second tab after a cancel. */
const RETRYABLE_STATES: readonly OrderState[] = ['failed', 'cancelled'];

interface OrderAge {
  /** Since the checkout started, or since the order was created. */
  readonly ageMs: number;
  readonly minDelayMs: number;
}

/** Milliseconds; null after the last poll. A paid order is polled daily: a second payment may come. */
export function nextPollDelay(ledger: Ledger, { ageMs, minDelayMs }: OrderAge): number | null {
  if (ageMs >= POLL_WINDOW_MS) return null;
  return Math.round(Math.min(computeDelay(ledger, { ageMs, minDelayMs }), POLL_WINDOW_MS - ageMs));
}

function computeDelay({ order, attempts }: Ledger, { ageMs, minDelayMs }: OrderAge): number {
  const hasPendingAttempt = attempts.some(({ state }) => isPending(state));
  if (order.state === 'captured' && !hasPendingAttempt) return DELAY_MS.paid;
  const isPayable = hasPendingAttempt || RETRYABLE_STATES.includes(order.state);
  const maxDelay = isPayable && ageMs < CHECKOUT_MS ? DELAY_MS.maxAtCheckout : DELAY_MS.max;
  return Math.max(minDelayMs, Math.min(ageMs / 4, maxDelay));
}
