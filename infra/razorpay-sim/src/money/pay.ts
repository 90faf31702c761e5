import type { Payment, PaymentError } from '../entities.ts';
import { type Outcome, wayTo } from '../payment-states.ts';
import { badRequest } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';
import { type OrderedWebhook, planOrdered } from '../webhooks/ordered.ts';
import { makePayment, type Payer } from './make-payment.ts';
import { walk } from './move-payment.ts';

type Ending = {
  outcome: Outcome;
  /** the error of a payment that fails, unless it is the usual one */
  failure?: PaymentError | undefined;
  webhooks?: OrderedWebhook[] | undefined;
};

/** A payer tries to pay an order and this is how it ends. */
export type Try = {
  orderId: string;
  payer: Payer;
  amount?: number | undefined;
} & Ending;

export function pay(simulator: Simulator, attempt: Try): Payment {
  const start = makePayment(simulator.ledger.getOrder(attempt.orderId), attempt.payer, attempt.amount);
  return finish(simulator, start, attempt);
}

/** What the bank says later about a payment that waits for it, had failed or was only authorized. */
export function payLate(simulator: Simulator, late: { paymentId: string } & Ending): Payment {
  const payment = simulator.ledger.getPayment(late.paymentId);
  const order = simulator.ledger.getOrder(payment.payment.order_id);
  return finish(simulator, { payment, order }, late);
}

function finish(
  simulator: Simulator,
  start: Parameters<typeof walk>[0],
  { outcome, failure, webhooks }: Ending,
): Payment {
  const { status } = start.payment.payment;
  const way = wayTo(outcome, status);
  if (way === undefined) throw badRequest(`A payment that is ${status} cannot become ${outcome}`, 'outcome');
  const { now, facts, events } = walk(start, way, failure);
  if (webhooks === undefined) simulator.happen(facts, events);
  else simulator.happenWith(facts, planOrdered(webhooks, now, events));
  return now.payment.payment;
}
