import { Router } from 'express';
import { z } from 'zod';
import { createPaiseSchema, MIN_AMOUNT_MESSAGE, parse } from '../api/parse.ts';
import {
  type Dispute,
  disputePhases,
  disputeStatuses,
  type Payment,
  paymentMethods,
  type Refund,
} from '../entities.ts';
import { badRequest } from '../errors.ts';
import { type Faults, faultsSchema } from '../faults.ts';
import { disputePayment } from '../money/disputes.ts';
import { anonymousPayer, authorizeLate, pay } from '../money/payments.ts';
import { refundPayment } from '../money/refunds.ts';
import { settlePayments } from '../money/settlements.ts';
import { type Callback, signCallback } from '../signature.ts';
import type { Simulator } from '../simulator.ts';
import { paymentEvents } from '../webhooks/events.ts';

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
function simulatePayment(simulator: Simulator, body: unknown): { payment: Payment; callback: Callback } {
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

const refundSchema = z.strictObject({
  payment_id: z.string(),
  amount: createPaiseSchema(MIN_AMOUNT_MESSAGE).optional(),
});

/** Refunds a payment as on the provider's dashboard. */
function refundOnDashboard(simulator: Simulator, body: unknown): { refund: Refund } {
  const { payment_id, amount } = parse(refundSchema, body);
  const refund = refundPayment(simulator, payment_id, {
    amount,
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
function changeDispute(simulator: Simulator, body: unknown): { dispute: Dispute } {
  const { payment_id, status, phase } = parse(disputeSchema, body);
  return { dispute: disputePayment(simulator, payment_id, { to: status, phase }) };
}

/** Control routes for tests; Razorpay has no equivalent. */
export function createControlRoutes(simulator: Simulator): Router {
  const { ledger } = simulator;
  const router = Router();
  router.post('/payments', ({ body }, response) => {
    response.json(simulatePayment(simulator, body ?? {}));
  });
  router.post('/refunds', ({ body }, response) => {
    response.json(refundOnDashboard(simulator, body ?? {}));
  });
  router.post('/disputes', ({ body }, response) => {
    response.json(changeDispute(simulator, body ?? {}));
  });
  router.post('/settlements', (_request, response) => {
    response.json(settlePayments(simulator) ?? { settlement: null, items: [] });
  });
  router.post('/faults', ({ body }, response) => {
    const faults: Faults = { ...ledger.faults, ...omitUndefined(parse(faultsSchema.partial(), body ?? {})) };
    simulator.recordEvents([{ fact: 'faults', faults }], []);
    response.json(ledger.faults);
  });
  router.post('/reset', (_request, response) => {
    simulator.recordEvents([{ fact: 'reset' }], []);
    response.json(ledger.faults);
  });
  router.get('/ledger', (_request, response) => {
    response.json({
      orders: ledger.orders().map(({ order }) => order),
      payments: ledger.payments().map(({ payment }) => payment),
      refunds: ledger.refunds().map(({ refund }) => refund),
      disputes: ledger.disputes(),
      settlements: ledger.settlements().map(({ settlement }) => settlement),
      deliveries: ledger.deliveries(),
      faults: ledger.faults,
    });
  });
  return router;
}

type DefinedValues<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Only the keys with a value. */
function omitUndefined<Values extends object>(values: Values): DefinedValues<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as DefinedValues<Values>;
}
