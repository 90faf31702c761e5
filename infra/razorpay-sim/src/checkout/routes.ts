import { readFileSync } from 'node:fs';
import express, { type ErrorRequestHandler, type Response, Router } from 'express';
import type { Payment } from '../entities.ts';
import type { OrderRecord } from '../ledger/ledger.ts';
import { pay, startPayment } from '../money/payments.ts';
import type { Simulator } from '../simulator.ts';
import {
  type Choice,
  findFailure,
  findMistakes,
  findRejection,
  isDecidedElsewhere,
  readChoice,
  toPayer,
} from './choice.ts';
import { createDecisionRoutes, toWaitingPath } from './decisions.ts';
import {
  renderCancelledPage,
  renderErrorPage,
  renderPaidPage,
  renderRejectionPage,
  renderReturnPage,
  sendPage,
} from './pages.ts';
import { renderPaymentPage } from './payment-page.ts';
import { CheckoutError, type CheckoutRequest, readRequest } from './request.ts';

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
 * Cancels, or pays or fails at once, or at the chosen page of the bank or UPI app; a card for failures fails.
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

  const failure = findFailure(choice);
  if (choice.outcome === 'pay') {
    const paid = findPaidPayment(simulator, order);
    if (paid !== undefined) return { text: renderPaidPage(request, paid, secret), status: 409 };
    const mistakes = findMistakes(choice);
    if (Object.keys(mistakes).length > 0)
      return { text: renderPaymentPage(request, { choice, mistakes }), status: 422 };
  }
  const payer = toPayer(choice, request['prefill[contact]']);
  if (choice.outcome === 'pay' && isDecidedElsewhere(choice)) {
    const visit = { ...target, failure: failure ?? null };
    return { redirect: toWaitingPath(startPayment(simulator, order_id, payer, visit)) };
  }
  const success = order.capture === 'automatic' ? 'captured' : 'authorized';
  const outcome = choice.outcome === 'fail' || failure !== undefined ? 'failed' : success;
  const payment = pay(simulator, { orderId: order_id, payer, outcome, failure });
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
