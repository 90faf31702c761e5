import { readFileSync } from 'node:fs';
import express, { type ErrorRequestHandler, type Response, Router } from 'express';
import type { Payment } from '../entities.ts';
import type { OrderRecord } from '../ledger/facts.ts';
import { pay } from '../money/pay.ts';
import type { Simulator } from '../simulator.ts';
import { type Choice, mistakesIn, payerOf, readChoice } from './choice.ts';
import { cancelledPage, errorPage, paidPage, returnPage } from './outcome-pages.ts';
import { paymentPage } from './payment-page.ts';
import { CheckoutError, type CheckoutRequest, readRequest } from './request.ts';

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
    if (choice.outcome !== 'cancel') show(response, finish(simulator, { asked, order, choice }), asked);
    else if (asked.cancel_url !== '') response.redirect(303, asked.cancel_url);
    else show(response, { status: 200, text: cancelledPage() });
  });

  router.use('/v1/checkout', () => {
    throw new CheckoutError("The checkout opens from a merchant's page.");
  });
  router.use('/v1/checkout', refuse);
  return router;
}

type Chosen = { asked: CheckoutRequest; order: OrderRecord; choice: Choice };
type Page = { status: number; text: string };

/** Pays or fails as chosen; the page that says so. */
function finish(simulator: Simulator, { asked, order, choice }: Chosen): Page {
  const { secret } = simulator.keys;
  const wantsToPay = choice.outcome === 'pay';
  const paid = wantsToPay ? findPaid(simulator, order) : undefined;
  if (paid !== undefined) return { status: 409, text: paidPage(asked, paid, secret) };
  const mistakes = wantsToPay ? mistakesIn(choice) : {};
  if (Object.keys(mistakes).length > 0)
    return { status: 422, text: paymentPage(asked, { choice, mistakes }) };
  const success = order.capture === 'automatic' ? 'captured' : 'authorized';
  const payment = pay(simulator, {
    orderId: asked.order_id,
    payer: payerOf(choice, asked['prefill[contact]']),
    outcome: wantsToPay ? success : 'failed',
  });
  return { status: 200, text: returnPage(asked, payment, secret) };
}

/** The payment that paid the order, or holds its money: Razorpay takes no further one then. */
function findPaid({ ledger }: Simulator, { order }: OrderRecord): Payment | undefined {
  const held = ledger.paymentsOf(order.id).map(({ payment }) => payment);
  return held.find(({ status, captured }) => captured || status === 'authorized');
}

/** The page may load nothing from elsewhere and post only here and to the merchant. */
function show(response: Response, { status, text }: Page, asked?: CheckoutRequest): void {
  const merchant = [asked?.callback_url, asked?.cancel_url].filter((url) => url !== undefined && url !== '');
  const targets = new Set(["'self'", ...merchant.map((url) => new URL(url ?? '').origin)]);
  response
    .status(status)
    .type('html')
    .set({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action ${[...targets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    });
  response.send(text);
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
