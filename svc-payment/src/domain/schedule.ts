import { isAlive } from './attempt-states.ts';
import type { Ledger } from './ledger.ts';
import type { OrderState } from './order-states.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Late authorisation comes within 5 days: https://razorpay.com/docs/payments/payments/late-authorization */
export const WINDOW_MS = 5 * DAY;

/** So long people are seen at a checkout; while they are, a lost callback is found within a minute. */
const AT_THE_CHECKOUT_MS = 30 * MINUTE;
const GAP_MS = { longestAtTheCheckout: 45 * SECOND, longest: 6 * HOUR, paid: DAY };

/** The checkout lets people try again after a failure, and a second tab after a cancel. */
const TRIED_AGAIN: readonly OrderState[] = ['failed', 'cancelled'];

interface Age {
  /** Since the applicant left for the checkout, or since the order was made. */
  readonly ageMs: number;
  /** The least time between two looks. */
  readonly firstMs: number;
}

/**
 * Milliseconds until the provider is asked about an order again, or null when this was the last time.
 * Gaps grow with age. A paid order is looked at daily, since it may be paid a second time.
 */
export function nextLook(ledger: Ledger, { ageMs, firstMs }: Age): number | null {
  if (ageMs >= WINDOW_MS) return null;
  return Math.round(Math.min(gap(ledger, { ageMs, firstMs }), WINDOW_MS - ageMs));
}

function gap({ order, attempts }: Ledger, { ageMs, firstMs }: Age): number {
  const awaited = attempts.some(({ state }) => isAlive(state));
  if (order.state === 'captured' && !awaited) return GAP_MS.paid;
  const mayPay = awaited || TRIED_AGAIN.includes(order.state);
  const longest = mayPay && ageMs < AT_THE_CHECKOUT_MS ? GAP_MS.longestAtTheCheckout : GAP_MS.longest;
  return Math.max(firstMs, Math.min(ageMs / 4, longest));
}
