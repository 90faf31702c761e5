import type { Response } from 'express';
import type { Payment, PaymentError } from '../entities.ts';
import type { OrderRecord } from '../ledger/ledger-events.ts';
import { pay } from '../money/pay.ts';
import { startPayment } from '../money/start-payment.ts';
import type { Outcome } from '../payment-states.ts';
import type { Simulator } from '../simulator.ts';
import { type Choice, findFailure, findMistakes, isDecidedElsewhere, toPayer } from './choice.ts';
import {
  renderCancelledPage,
  renderPaidPage,
  renderRejectionPage,
  renderReturnPage,
} from './outcome-pages.ts';
import { renderPaymentPage } from './payment-page.ts';
import type { CheckoutRequest } from './request.ts';
import { sendPage } from './send-page.ts';
import { toWaitingPath } from './visits.ts';

type PaymentChoice = { request: CheckoutRequest; order: OrderRecord; choice: Choice };

export function cancelPayment(response: Response, { cancel_url }: CheckoutRequest): void {
  if (cancel_url !== '') response.redirect(303, cancel_url);
  else sendPage(response, { status: 200, text: renderCancelledPage() });
}

/** No payment is made, so the merchant's page gets the error without one. */
export function rejectPayment(response: Response, request: CheckoutRequest, error: PaymentError): void {
  const text = renderRejectionPage(toReturnTarget(request), request.order_id, error);
  sendPage(response, { status: 200, text }, request);
}

export function failPayment(
  response: Response,
  simulator: Simulator,
  { request, choice }: PaymentChoice,
): void {
  finishPayment(response, simulator, { request, choice, outcome: 'failed' });
}

/** Pays at once, or at the chosen page of the bank or UPI app; a card for failures fails. */
export function payOnPage(
  response: Response,
  simulator: Simulator,
  { request, order, choice }: PaymentChoice,
): void {
  const paid = findPaidPayment(simulator, order);
  const mistakes = findMistakes(choice);
  if (paid !== undefined) {
    sendPage(response, { status: 409, text: renderPaidPage(request, paid, simulator.keys.secret) }, request);
  } else if (Object.keys(mistakes).length > 0) {
    sendPage(response, { status: 422, text: renderPaymentPage(request, { choice, mistakes }) }, request);
  } else if (isDecidedElsewhere(choice)) {
    response.redirect(303, toWaitingPath(sendToBank(simulator, request, choice)));
  } else {
    const success = order.capture === 'automatic' ? 'captured' : 'authorized';
    finishPayment(response, simulator, {
      request,
      choice,
      outcome: findFailure(choice) === undefined ? success : 'failed',
    });
  }
}

function sendToBank(simulator: Simulator, request: CheckoutRequest, choice: Choice): Payment {
  return startPayment(simulator, request.order_id, toPayer(choice, request['prefill[contact]']), {
    ...toReturnTarget(request),
    failure: findFailure(choice) ?? null,
  });
}

type FinishOptions = { request: CheckoutRequest; choice: Choice; outcome: Outcome };

function finishPayment(
  response: Response,
  simulator: Simulator,
  { request, choice, outcome }: FinishOptions,
): void {
  const payment = pay(simulator, {
    orderId: request.order_id,
    payer: toPayer(choice, request['prefill[contact]']),
    outcome,
    failure: findFailure(choice),
  });
  const text = renderReturnPage(toReturnTarget(request), payment, simulator.keys.secret);
  sendPage(response, { status: 200, text }, request);
}

const toReturnTarget = ({ name, callback_url }: CheckoutRequest) => ({ merchant: name, callback_url });

/** The captured or authorized payment of the order: Razorpay accepts no further one then. */
export function findPaidPayment({ ledger }: Simulator, { order }: OrderRecord): Payment | undefined {
  const held = ledger.findPaymentsByOrder(order.id).map(({ payment }) => payment);
  return held.find(({ status, captured }) => captured || status === 'authorized');
}
