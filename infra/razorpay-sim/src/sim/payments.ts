import { z } from 'zod';
import { LEAST_AMOUNT, paise, parse } from '../api/parse.ts';
import type { Payment } from '../entities.ts';
import { nobody } from '../money/make-payment.ts';
import { pay, payLate } from '../money/pay.ts';
import { badRequest } from '../provider-error.ts';
import { type Callback, signedCallback } from '../signature.ts';
import type { Simulator } from '../simulator.ts';
import { paymentEvents } from '../webhooks/event.ts';

const webhookSchema = z.strictObject({
  event: z.enum([...paymentEvents, 'order.paid']),
  after_ms: z.int().min(0).max(3_600_000).default(0),
  times: z.int().min(0).max(100).default(1),
});

const paymentSchema = z.strictObject({
  order_id: z.string().optional(),
  payment_id: z.string().optional(),
  method: z.enum(['card', 'netbanking']).default('card'),
  outcome: z.enum(['captured', 'failed', 'authorized']),
  amount: paise(LEAST_AMOUNT).optional(),
  webhooks: z.array(webhookSchema).max(100).optional(),
});

type PaymentOrder = z.output<typeof paymentSchema>;

/**
 * Makes a payment end as asked, or with `payment_id` an earlier one end differently. It obeys: an order
 * that is already paid can be paid once more this way, which Razorpay itself tries to prevent.
 */
export function orderPayment(simulator: Simulator, body: unknown): { payment: Payment; callback: Callback } {
  const asked = parse(paymentSchema, body);
  const payment =
    asked.payment_id === undefined ? newPayment(simulator, asked) : latePayment(simulator, asked);
  return { payment, callback: signedCallback(payment, simulator.keys.secret) };
}

function newPayment(
  simulator: Simulator,
  { order_id, method, outcome, amount, webhooks }: PaymentOrder,
): Payment {
  if (order_id === undefined) throw badRequest('order_id or payment_id is required', 'order_id');
  return pay(simulator, { orderId: order_id, payer: { ...nobody, method }, outcome, amount, webhooks });
}

function latePayment(
  simulator: Simulator,
  { payment_id = '', order_id, outcome, amount, webhooks }: PaymentOrder,
): Payment {
  const { payment } = simulator.ledger.getPayment(payment_id);
  if (order_id !== undefined && order_id !== payment.order_id) {
    throw badRequest('The payment belongs to another order', 'order_id');
  }
  if (amount !== undefined && amount !== payment.amount) {
    throw badRequest('The amount of a payment does not change', 'amount');
  }
  return payLate(simulator, { paymentId: payment_id, outcome, webhooks });
}
