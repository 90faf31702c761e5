import { Router } from 'express';
import { z } from 'zod';
import type { Payment } from '../entities.ts';
import { upiDeclined } from '../errors.ts';
import type { BankVisit, PaymentRecord } from '../ledger/ledger.ts';
import { authorizeLate } from '../money/payments.ts';
import type { Simulator } from '../simulator.ts';
import { renderBankPage, renderReturnPage, renderUpiPage, sendPage } from './pages.ts';
import { CheckoutError } from './request.ts';

const toBankPath = (paymentId: string) => `/v1/checkout/bank/${paymentId}`;
const toUpiPath = (paymentId: string) => `/v1/checkout/upi/${paymentId}`;
const toReturnPath = (paymentId: string) => `/v1/checkout/return/${paymentId}`;

/** The page of a payer with an undecided payment: of UPI its code and link. */
export const toWaitingPath = ({ id, method }: Payment): string =>
  method === 'upi' ? toUpiPath(id) : toBankPath(id);

const outcomeSchema = z.object({ outcome: z.enum(['success', 'failure']) });

/** The pages of bank and UPI app, their decision, and the redirects back to the merchant. */
export function createDecisionRoutes(simulator: Simulator): Router {
  const router = Router();
  /** @throws CheckoutError when no payer was redirected with this payment */
  const getVisit = (paymentId: string): PaymentRecord & { visit: BankVisit } => {
    const visit = simulator.ledger.findVisit(paymentId);
    if (visit === undefined) throw new CheckoutError('There is no such payment at the bank.');
    return { ...simulator.ledger.getPayment(paymentId), visit };
  };
  router.get('/v1/checkout/bank/:id', ({ params }, response) => {
    const { visit, payment } = getVisit(params.id);
    if (payment.status !== 'created' || payment.method === 'upi')
      response.redirect(303, toReturnPath(payment.id));
    else sendPage(response, renderBankPage(visit, payment));
  });
  router.post('/v1/checkout/bank/:id', ({ params, body }, response) => {
    const { visit, payment } = getVisit(params.id);
    const answer = outcomeSchema.safeParse(body ?? {}).data;
    if (answer === undefined) throw new CheckoutError('The form has no outcome of the payment.');
    applyDecision(simulator, visit, answer.outcome);
    response.redirect(303, toReturnPath(payment.id));
  });
  router.get('/v1/checkout/return/:id', ({ params }, response) => {
    const { visit, payment } = getVisit(params.id);
    if (payment.status === 'created') response.redirect(303, toWaitingPath(payment));
    else sendPage(response, renderReturnPage(visit, payment, simulator.keys.secret), visit);
  });
  router.get('/v1/checkout/upi/:id', ({ params }, response) => {
    const { visit, payment } = getVisit(params.id);
    const [back, app] = [toReturnPath(payment.id), toBankPath(payment.id)];
    if (payment.status !== 'created') response.redirect(303, back);
    else
      sendPage(
        response,
        renderUpiPage(visit, payment, { app, state: `${toUpiPath(payment.id)}/state`, back }),
      );
  });
  // The script of the UPI page polls it.
  router.get('/v1/checkout/upi/:id/state', ({ params }, response) => {
    const { payment } = getVisit(params.id);
    response.set('cache-control', 'no-store').json({ isDecided: payment.status !== 'created' });
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
