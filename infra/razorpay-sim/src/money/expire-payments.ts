import { nowInSeconds } from '../ids.ts';
import { timedOut } from '../payment-failures.ts';
import type { Simulator } from '../simulator.ts';
import { payLate } from './pay.ts';

/** https://razorpay.com/docs/payments/payments/late-authorisation */
const GIVEN_UP_AFTER_SECONDS = 600;

/** Gives up payments of which the bank has said nothing for ten minutes. */
export function expirePayments(simulator: Simulator, now = nowInSeconds()): void {
  for (const { payment } of simulator.ledger.payments()) {
    if (payment.status === 'created' && payment.created_at + GIVEN_UP_AFTER_SECONDS <= now) {
      payLate(simulator, { paymentId: payment.id, outcome: 'failed', failure: timedOut });
    }
  }
}
