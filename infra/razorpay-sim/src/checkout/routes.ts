import { readFileSync } from 'node:fs';
import express, { type ErrorRequestHandler, type Response, Router } from 'express';
import type { Simulator } from '../simulator.ts';
import { bank } from './bank-routes.ts';
import { readChoice } from './choice.ts';
import { errorPage, paidPage } from './outcome-pages.ts';
import { cancel, fail, findPaid, payOnPage } from './paying.ts';
import { paymentPage } from './payment-page.ts';
import { CheckoutError, readRequest } from './request.ts';
import { show } from './show.ts';

/** The hosted checkout: a merchant's form opens it, it ends at the callback or cancel address. */
export function checkout(simulator: Simulator): Router {
  const router = Router();
  router.get('/checkout/checkout.css', asset('checkout.css', 'text/css'));
  router.get('/checkout/checkout.js', asset('checkout.js', 'text/javascript'));
  router.use('/v1/checkout', express.urlencoded({ extended: false }));

  router.post('/v1/checkout/embedded', ({ body }, response) => {
    const { asked, order } = readRequest(simulator, body);
    const paid = findPaid(simulator, order);
    if (paid === undefined) show(response, { status: 200, text: paymentPage(asked) }, asked);
    else show(response, { status: 409, text: paidPage(asked, paid, simulator.keys.secret) }, asked);
  });

  router.post('/v1/checkout/pay', ({ body }, response) => {
    const { asked, order } = readRequest(simulator, body);
    const choice = readChoice(body);
    if (choice === undefined) throw new CheckoutError('Nothing was chosen.');
    if (choice.outcome === 'cancel') cancel(response, asked);
    else if (choice.outcome === 'fail') fail(response, simulator, { asked, order, choice });
    else payOnPage(response, simulator, { asked, order, choice });
  });
  router.use(bank(simulator));

  router.use('/v1/checkout', () => {
    throw new CheckoutError("The checkout opens from a merchant's page.");
  });
  router.use('/v1/checkout', refuse);
  return router;
}

const refuse: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof CheckoutError) show(response, { status: 400, text: errorPage(error.message) });
  else next(error);
};

function asset(name: string, type: string) {
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return (_request: unknown, response: Response) => {
    response.type(type).set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }).send(text);
  };
}
