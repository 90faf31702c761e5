import { z } from 'zod';
import { createPaiseSchema, MIN_AMOUNT_MESSAGE, parse } from '../api/parse.ts';
import { type Payment, paymentMethods } from '../entities.ts';
import { anonymousPayer } from '../money/create-payment.ts';
import { authorizeLate, pay } from '../money/pay.ts';
import { badRequest } from '../provider-error.ts';
import { type Callback, signCallback } from '../signature.ts';
import type { Simulator } from '../simulator.ts';
import { paymentEvents } from '../webhooks/webhook-event.ts';

const webhookSchema = z.strictObject({
  event: z.enum([...paymentEvents, 'order.paid']),
  after_ms: z.int().min(0).max(3_600_000).default(0),
  times: z.int().min(0).max(100).default(1),
});

const paymentSchema = z.strictObject({
  order_id: z.string().optional(),
  payment_id: z.string().optional(),
  method: z.enum(paymentMethods).default('card'),
  outcome: z.enum(['captured', 'failed', 'authorized']),
  amount: createPaiseSchema(MIN_AMOUNT_MESSAGE).optional(),
  webhooks: z.array(webhookSchema).max(100).optional(),
});

type PaymentInput = z.output<typeof paymentSchema>;

/**
 * Creates a payment with the requested outcome, or with `payment_id` changes an earlier one. No checks: an order
 * that is already paid can be paid once more this way, which Razorpay itself mostly prevents.
 */
export function simulatePayment(
  simulator: Simulator,
  body: unknown,
): { payment: Payment; callback: Callback } {
  const input = parse(paymentSchema, body);
  const payment =
    input.payment_id === undefined ? createNewPayment(simulator, input) : changePayment(simulator, input);
  return { payment, callback: signCallback(payment, simulator.keys.secret) };
}

function createNewPayment(
  simulator: Simulator,
  { order_id, method, outcome, amount, webhooks }: PaymentInput,
): Payment {
  if (order_id === undefined) throw badRequest('order_id or payment_id is required', 'order_id');
  return pay(simulator, {
    orderId: order_id,
    payer: { ...anonymousPayer, method },
    outcome,
    amount,
    webhooks,
  });
}

function changePayment(
  simulator: Simulator,
  { payment_id = '', order_id, outcome, amount, webhooks }: PaymentInput,
): Payment {
  const { payment } = simulator.ledger.getPayment(payment_id);
  if (order_id !== undefined && order_id !== payment.order_id) {
    throw badRequest('The payment belongs to another order', 'order_id');
  }
  if (amount !== undefined && amount !== payment.amount) {
    throw badRequest('The amount of a payment does not change', 'amount');
  }
  return authorizeLate(simulator, { paymentId: payment_id, outcome, webhooks });
}
