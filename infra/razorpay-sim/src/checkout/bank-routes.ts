import { Router } from 'express';
import { z } from 'zod';
import type { BankVisit } from '../ledger/ledger-events.ts';
import { authorizeLate } from '../money/pay.ts';
import { upiDeclined } from '../payment-failures.ts';
import type { Simulator } from '../simulator.ts';
import { renderBankPage } from './bank-page.ts';
import { renderReturnPage } from './outcome-pages.ts';
import { CheckoutError } from './request.ts';
import { sendPage } from './send-page.ts';
import { getVisit, toReturnPath, toWaitingPath } from './visits.ts';

const outcomeSchema = z.object({ outcome: z.enum(['success', 'failure']) });

/** The page of the bank, its or the UPI app's decision, and the redirects back to the merchant. */
export function createBankRoutes(simulator: Simulator): Router {
  const router = Router();
  router.get('/v1/checkout/bank/:id', ({ params }, response) => {
    const { visit, payment } = getVisit(simulator, params.id);
    if (payment.status !== 'created' || payment.method === 'upi')
      response.redirect(303, toReturnPath(payment.id));
    else sendPage(response, { status: 200, text: renderBankPage(visit, payment) });
  });
  router.post('/v1/checkout/bank/:id', ({ params, body }, response) => {
    const { visit, payment } = getVisit(simulator, params.id);
    const answer = outcomeSchema.safeParse(body ?? {}).data;
    if (answer === undefined) throw new CheckoutError('The form has no outcome of the payment.');
    applyDecision(simulator, visit, answer.outcome);
    response.redirect(303, toReturnPath(payment.id));
  });
  router.get('/v1/checkout/return/:id', ({ params }, response) => {
    const { visit, payment } = getVisit(simulator, params.id);
    if (payment.status === 'created') response.redirect(303, toWaitingPath(payment));
    else
      sendPage(
        response,
        { status: 200, text: renderReturnPage(visit, payment, simulator.keys.secret) },
        visit,
      );
  });
  return router;
}

/**
 * The bank's decision. A success is valid also after the payment became failed (late authorization),
 * but is only authorized if another payment has paid the order meanwhile. A decision is final.
 */
function applyDecision(
  simulator: Simulator,
  { payment_id, failure }: BankVisit,
  outcome: 'success' | 'failure',
): void {
  const { payment } = simulator.ledger.getPayment(payment_id);
  const { order, capture } = simulator.ledger.getOrder(payment.order_id);
  if (outcome === 'failure') {
    if (payment.status === 'created') {
      const reason = failure ?? (payment.method === 'upi' ? upiDeclined : undefined);
      authorizeLate(simulator, { paymentId: payment_id, outcome: 'failed', failure: reason });
    }
  } else if (payment.status === 'created' || payment.status === 'failed') {
    const willCapture = capture === 'automatic' && order.status !== 'paid';
    authorizeLate(simulator, { paymentId: payment_id, outcome: willCapture ? 'captured' : 'authorized' });
  }
}
