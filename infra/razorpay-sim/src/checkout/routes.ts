import { readFileSync } from 'node:fs';
import express, { type ErrorRequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { Payment } from '../entities.ts';
import { upiDeclined } from '../errors.ts';
import type { BankVisit, OrderRecord, PaymentRecord } from '../ledger/ledger.ts';
import { authorizeLate, pay, startPayment } from '../money/payments.ts';
import type { Simulator } from '../simulator.ts';
import {
  renderBankPage,
  renderCancelledPage,
  renderErrorPage,
  renderPaidPage,
  renderRejectionPage,
  renderReturnPage,
  renderUpiPage,
  sendPage,
} from './pages.ts';
import { renderPaymentPage } from './payment-page.ts';
import {
  CheckoutError,
  type CheckoutRequest,
  type Choice,
  findRejection,
  isDecidedElsewhere,
  readChoice,
  readRequest,
  toPayer,
} from './request.ts';

const toBankPath = (paymentId: string) => `/v1/checkout/bank/${paymentId}`;
const toUpiPath = (paymentId: string) => `/v1/checkout/upi/${paymentId}`;
const toReturnPath = (paymentId: string) => `/v1/checkout/return/${paymentId}`;

/** The page of a payer with an undecided payment: of UPI its code and link. */
const toWaitingPath = ({ id, method }: Payment): string =>
  method === 'upi' ? toUpiPath(id) : toBankPath(id);

const outcomeSchema = z.object({ outcome: z.enum(['success', 'failure']) });

/** The pages of bank and UPI app, their decision, and the redirects back to the merchant. */
function createDecisionRoutes(simulator: Simulator): Router {
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
  { payment_id }: BankVisit,
  outcome: 'success' | 'failure',
): void {
  const { payment } = simulator.ledger.getPayment(payment_id);
  const { order, capture } = simulator.ledger.getOrder(payment.order_id);
  if (outcome === 'failure') {
    if (payment.status === 'created') {
      const failure = payment.method === 'upi' ? upiDeclined : undefined;
      authorizeLate(simulator, { paymentId: payment_id, outcome: 'failed', failure });
    }
  } else if (payment.status === 'created' || payment.status === 'failed') {
    const willCapture = capture === 'automatic' && order.status !== 'paid';
    authorizeLate(simulator, { paymentId: payment_id, outcome: willCapture ? 'captured' : 'authorized' });
  }
}

/** The hosted checkout: a merchant's form opens it, and it redirects to the callback or cancel address. */
export function createCheckoutRoutes(simulator: Simulator): Router {
  const router = Router();
  router.get('/checkout/checkout.css', serveAsset('checkout.css', 'text/css'));
  router.get('/checkout/checkout.js', serveAsset('checkout.js', 'text/javascript'));
  router.use('/v1/checkout', express.urlencoded({ extended: false }));

  router.post('/v1/checkout/embedded', ({ body }, response) => {
    const { request, order } = readRequest(simulator, body);
    const paid = findPaidPayment(simulator, order);
    if (paid === undefined) sendPage(response, renderPaymentPage(request), request);
    else sendPage(response, renderPaidPage(request, paid, simulator.keys.secret), request, 409);
  });

  router.post('/v1/checkout/pay', ({ body }, response) => {
    const { request, order } = readRequest(simulator, body);
    const choice = readChoice(body);
    if (choice === undefined) throw new CheckoutError('Nothing was selected.');
    const next = submit(simulator, { request, order, choice });
    if ('redirect' in next) response.redirect(303, next.redirect);
    else sendPage(response, next.text, request, next.status);
  });
  router.use(createDecisionRoutes(simulator));
  router.use('/v1/checkout', () => {
    throw new CheckoutError("The checkout opens from a merchant's page.");
  });
  const handleError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    if (error instanceof CheckoutError) sendPage(response, renderErrorPage(error.message), {}, 400);
    else next(error);
  };
  router.use('/v1/checkout', handleError);
  return router;
}

/**
 * Cancels, or pays or fails at once, or at the chosen page of the bank or UPI app.
 * @returns what the payer sees next
 */
function submit(
  simulator: Simulator,
  { request, order, choice }: { request: CheckoutRequest; order: OrderRecord; choice: Choice },
): { redirect: string } | { text: string; status?: number } {
  const { order_id, cancel_url } = request;
  const { secret } = simulator.keys;
  if (choice.outcome === 'cancel')
    return cancel_url === '' ? { text: renderCancelledPage() } : { redirect: cancel_url };
  const target = { merchant: request.name, callback_url: request.callback_url };
  const rejection = findRejection(choice);
  // No payment is made, so the merchant's page gets the error without one.
  if (rejection !== undefined) return { text: renderRejectionPage(target, order_id, rejection) };

  if (choice.outcome === 'pay') {
    const paid = findPaidPayment(simulator, order);
    if (paid !== undefined) return { text: renderPaidPage(request, paid, secret), status: 409 };
  }
  const payer = toPayer(choice, request['prefill[contact]']);
  if (choice.outcome === 'pay' && isDecidedElsewhere(choice)) {
    return { redirect: toWaitingPath(startPayment(simulator, order_id, payer, target)) };
  }
  const success = order.capture === 'automatic' ? 'captured' : 'authorized';
  const outcome = choice.outcome === 'fail' ? 'failed' : success;
  const payment = pay(simulator, { orderId: order_id, payer, outcome });
  return { text: renderReturnPage(target, payment, secret) };
}

/** The captured or authorized payment of the order: Razorpay accepts no further one then. */
function findPaidPayment({ ledger }: Simulator, { order }: OrderRecord): Payment | undefined {
  const held = ledger.findPaymentsByOrder(order.id).map(({ payment }) => payment);
  return held.find(({ status, captured }) => captured || status === 'authorized');
}

function serveAsset(name: string, type: string) {
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return (_request: unknown, response: Response) => {
    response.type(type).set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }).send(text);
  };
}
