import type { Response } from 'express';
import type { Payment } from '../entities.ts';
import type { OrderRecord } from '../ledger/facts.ts';
import { pay } from '../money/pay.ts';
import { startPayment } from '../money/start-payment.ts';
import type { Outcome } from '../payment-states.ts';
import type { Simulator } from '../simulator.ts';
import { bankAddress } from './bank-routes.ts';
import { type Choice, failureIn, mistakesIn, payerOf } from './choice.ts';
import { cancelledPage, paidPage, returnPage } from './outcome-pages.ts';
import { paymentPage } from './payment-page.ts';
import type { CheckoutRequest } from './request.ts';
import { show } from './show.ts';

type Chosen = { asked: CheckoutRequest; order: OrderRecord; choice: Choice };

export function cancel(response: Response, { cancel_url }: CheckoutRequest): void {
  if (cancel_url !== '') response.redirect(303, cancel_url);
  else show(response, { status: 200, text: cancelledPage() });
}

export function fail(response: Response, simulator: Simulator, { asked, choice }: Chosen): void {
  end(response, simulator, { asked, choice, outcome: 'failed' });
}

/** Pays at once, or at the bank's page where that was chosen; a card known to fail fails. */
export function payOnPage(response: Response, simulator: Simulator, { asked, order, choice }: Chosen): void {
  const paid = findPaid(simulator, order);
  const mistakes = mistakesIn(choice);
  if (paid !== undefined) {
    show(response, { status: 409, text: paidPage(asked, paid, simulator.keys.secret) }, asked);
  } else if (Object.keys(mistakes).length > 0) {
    show(response, { status: 422, text: paymentPage(asked, { choice, mistakes }) }, asked);
  } else if (choice.bank_page !== undefined) {
    response.redirect(303, bankAddress(sendToBank(simulator, asked, choice).id));
  } else {
    const success = order.capture === 'automatic' ? 'captured' : 'authorized';
    end(response, simulator, {
      asked,
      choice,
      outcome: failureIn(choice) === undefined ? success : 'failed',
    });
  }
}

function sendToBank(simulator: Simulator, asked: CheckoutRequest, choice: Choice): Payment {
  return startPayment(simulator, asked.order_id, payerOf(choice, asked['prefill[contact]']), {
    merchant: asked.name,
    callback_url: asked.callback_url,
    failure: failureIn(choice) ?? null,
  });
}

type End = { asked: CheckoutRequest; choice: Choice; outcome: Outcome };

function end(response: Response, simulator: Simulator, { asked, choice, outcome }: End): void {
  const payment = pay(simulator, {
    orderId: asked.order_id,
    payer: payerOf(choice, asked['prefill[contact]']),
    outcome,
    failure: failureIn(choice),
  });
  const way = { merchant: asked.name, callback_url: asked.callback_url };
  show(response, { status: 200, text: returnPage(way, payment, simulator.keys.secret) }, asked);
}

/** The payment that paid the order, or holds its money: Razorpay takes no further one then. */
export function findPaid({ ledger }: Simulator, { order }: OrderRecord): Payment | undefined {
  const held = ledger.paymentsOf(order.id).map(({ payment }) => payment);
  return held.find(({ status, captured }) => captured || status === 'authorized');
}
