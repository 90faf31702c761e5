import { readFileSync } from 'node:fs';
import express, { type ErrorRequestHandler, type Response, Router } from 'express';
import type { Simulator } from '../simulator.ts';
import { createBankRoutes } from './bank-routes.ts';
import { cancelPayment, failPayment, findPaidPayment, payOnPage, rejectPayment } from './checkout-actions.ts';
import { findRejection, readChoice } from './choice.ts';
import { renderErrorPage, renderPaidPage } from './outcome-pages.ts';
import { renderPaymentPage } from './payment-page.ts';
import { CheckoutError, readRequest } from './request.ts';
import { sendPage } from './send-page.ts';
import { createUpiRoutes } from './upi-routes.ts';

/** The hosted checkout: a merchant's form opens it, and it redirects to the callback or cancel address. */
export function createCheckoutRoutes(simulator: Simulator): Router {
  const router = Router();
  router.get('/checkout/checkout.css', serveAsset('checkout.css', 'text/css'));
  router.get('/checkout/checkout.js', serveAsset('checkout.js', 'text/javascript'));
  router.use('/v1/checkout', express.urlencoded({ extended: false }));

  router.post('/v1/checkout/embedded', ({ body }, response) => {
    const { request, order } = readRequest(simulator, body);
    const paid = findPaidPayment(simulator, order);
    if (paid === undefined) sendPage(response, { status: 200, text: renderPaymentPage(request) }, request);
    else
      sendPage(
        response,
        { status: 409, text: renderPaidPage(request, paid, simulator.keys.secret) },
        request,
      );
  });

  router.post('/v1/checkout/pay', ({ body }, response) => {
    const { request, order } = readRequest(simulator, body);
    const choice = readChoice(body);
    if (choice === undefined) throw new CheckoutError('Nothing was selected.');
    const rejection = findRejection(choice);
    if (choice.outcome === 'cancel') cancelPayment(response, request);
    else if (rejection !== undefined) rejectPayment(response, request, rejection);
    else if (choice.outcome === 'fail') failPayment(response, simulator, { request, order, choice });
    else payOnPage(response, simulator, { request, order, choice });
  });
  router.use(createBankRoutes(simulator));
  router.use(createUpiRoutes(simulator));

  router.use('/v1/checkout', () => {
    throw new CheckoutError("The checkout opens from a merchant's page.");
  });
  router.use('/v1/checkout', handleError);
  return router;
}

const handleError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof CheckoutError)
    sendPage(response, { status: 400, text: renderErrorPage(error.message) });
  else next(error);
};

function serveAsset(name: string, type: string) {
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return (_request: unknown, response: Response) => {
    response.type(type).set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }).send(text);
  };
}
