import type { Payment, PaymentError } from '../entities.ts';
import { findTransitions, type Outcome } from '../payment-states.ts';
import { badRequest } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';
import { planRequested, type RequestedWebhook } from '../webhooks/plan-requested.ts';
import { applyTransitions } from './apply-transitions.ts';
import { createPayment, type Payer } from './create-payment.ts';

type PaymentOutcome = {
  outcome: Outcome;
  /** the error of a payment that fails, unless it is the usual one */
  failure?: PaymentError | undefined;
  webhooks?: RequestedWebhook[] | undefined;
};

/** Creates a payment of an order with this outcome. */
export type PaymentAttempt = {
  orderId: string;
  payer: Payer;
  amount?: number | undefined;
} & PaymentOutcome;

export function pay(simulator: Simulator, attempt: PaymentAttempt): Payment {
  const start = createPayment(simulator.ledger.getOrder(attempt.orderId), attempt.payer, attempt.amount);
  return finish(simulator, start, attempt);
}

/** Applies the bank's later decision about a pending, failed or authorized payment. */
export function authorizeLate(simulator: Simulator, change: { paymentId: string } & PaymentOutcome): Payment {
  const payment = simulator.ledger.getPayment(change.paymentId);
  const order = simulator.ledger.getOrder(payment.payment.order_id);
  return finish(simulator, { payment, order }, change);
}

function finish(
  simulator: Simulator,
  start: Parameters<typeof applyTransitions>[0],
  { outcome, failure, webhooks }: PaymentOutcome,
): Payment {
  const { status } = start.payment.payment;
  const statuses = findTransitions(outcome, status);
  if (statuses === undefined)
    throw badRequest(`A payment that is ${status} cannot become ${outcome}`, 'outcome');
  const { state, ledgerEvents, events } = applyTransitions(start, statuses, failure);
  if (webhooks === undefined) simulator.recordEvents(ledgerEvents, events);
  else simulator.recordWithDeliveries(ledgerEvents, planRequested(webhooks, state, events));
  return state.payment.payment;
}
