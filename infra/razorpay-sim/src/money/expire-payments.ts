import { getUnixTime } from '../ids.ts';
import { timedOut } from '../payment-failures.ts';
import type { Simulator } from '../simulator.ts';
import { authorizeLate } from './pay.ts';

/** https://razorpay.com/docs/payments/payments/late-authorisation */
const EXPIRY_SECONDS = 600;

/** Fails payments without a decision of the bank for ten minutes. */
export function expirePayments(simulator: Simulator, now = getUnixTime()): void {
  for (const { payment } of simulator.ledger.payments()) {
    if (payment.status === 'created' && payment.created_at + EXPIRY_SECONDS <= now) {
      authorizeLate(simulator, { paymentId: payment.id, outcome: 'failed', failure: timedOut });
    }
  }
}
