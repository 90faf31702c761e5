import { z } from 'zod';
import { createPaiseSchema, MIN_AMOUNT_MESSAGE, parse } from '../api/parse.ts';
import { type Dispute, disputePhases, disputeStatuses } from '../dispute-entity.ts';
import type { Refund } from '../entities.ts';
import { disputePayment } from '../money/dispute-payment.ts';
import { refundPayment } from '../money/refund-payment.ts';
import type { Simulator } from '../simulator.ts';

const refundSchema = z.strictObject({
  payment_id: z.string(),
  amount: createPaiseSchema(MIN_AMOUNT_MESSAGE).optional(),
});

/** Refunds a payment as on the provider's dashboard. */
export function refundOnDashboard(simulator: Simulator, body: unknown): { refund: Refund } {
  const { payment_id, amount } = parse(refundSchema, body);
  const refund = refundPayment(simulator, payment_id, {
    amount,
    speed: 'normal',
    notes: [],
    receipt: null,
    idempotency: null,
  });
  return { refund };
}

const disputeSchema = z.strictObject({
  payment_id: z.string(),
  status: z.enum(disputeStatuses),
  phase: z.enum(disputePhases).default('chargeback'),
});

/** Opens or decides a dispute as the payer's bank. */
export function changeDispute(simulator: Simulator, body: unknown): { dispute: Dispute } {
  const { payment_id, status, phase } = parse(disputeSchema, body);
  return { dispute: disputePayment(simulator, payment_id, { to: status, phase }) };
}
