import { Router } from 'express';
import { z } from 'zod';
import type { BankVisit, PaymentRecord } from '../ledger/facts.ts';
import { payLate } from '../money/pay.ts';
import type { Simulator } from '../simulator.ts';
import { bankPage } from './bank-page.ts';
import { returnPage } from './outcome-pages.ts';
import { CheckoutError } from './request.ts';
import { show } from './show.ts';

export const bankAddress = (paymentId: string) => `/v1/checkout/bank/${paymentId}`;
const returnAddress = (paymentId: string) => `/v1/checkout/return/${paymentId}`;

const answerSchema = z.object({ outcome: z.enum(['success', 'failure']) });

/** The bank's page, and the way from it back to the merchant. */
export function bank(simulator: Simulator): Router {
  const router = Router();
  router.get('/v1/checkout/bank/:id', ({ params }, response) => {
    const { visit, payment } = visitTo(simulator, params.id);
    if (payment.status !== 'created') response.redirect(303, returnAddress(payment.id));
    else show(response, { status: 200, text: bankPage(visit, payment) });
  });
  router.post('/v1/checkout/bank/:id', ({ params, body }, response) => {
    const { visit, payment } = visitTo(simulator, params.id);
    const answer = answerSchema.safeParse(body ?? {}).data;
    if (answer === undefined) throw new CheckoutError('The bank was not told how the payment ends.');
    decide(simulator, visit, answer.outcome);
    response.redirect(303, returnAddress(payment.id));
  });
  router.get('/v1/checkout/return/:id', ({ params }, response) => {
    const { visit, payment } = visitTo(simulator, params.id);
    if (payment.status === 'created') response.redirect(303, bankAddress(payment.id));
    else show(response, { status: 200, text: returnPage(visit, payment, simulator.keys.secret) }, visit);
  });
  return router;
}

function visitTo({ ledger }: Simulator, paymentId: string): PaymentRecord & { visit: BankVisit } {
  const visit = ledger.findVisit(paymentId);
  if (visit === undefined) throw new CheckoutError('There is no such payment at the bank.');
  return { ...ledger.getPayment(paymentId), visit };
}

/**
 * What the bank says. A success counts also after the payment was given up as failed (late authorization),
 * but is only held when another payment has paid the order meanwhile. What is decided stays decided.
 */
function decide(simulator: Simulator, { payment_id, failure }: BankVisit, said: 'success' | 'failure'): void {
  const { payment } = simulator.ledger.getPayment(payment_id);
  const { order, capture } = simulator.ledger.getOrder(payment.order_id);
  if (said === 'failure') {
    if (payment.status === 'created') {
      payLate(simulator, { paymentId: payment_id, outcome: 'failed', failure: failure ?? undefined });
    }
  } else if (payment.status === 'created' || payment.status === 'failed') {
    const captures = capture === 'automatic' && order.status !== 'paid';
    payLate(simulator, { paymentId: payment_id, outcome: captures ? 'captured' : 'authorized' });
  }
}
