import type { Order, Payment, PaymentError, PaymentStatus } from '../entities.ts';
import { newReference } from '../ids.ts';
import type { Fact, OrderRecord, PaymentRecord } from '../ledger/facts.ts';
import { happened, type PaymentEventName, type ProviderEvent } from '../webhooks/event.ts';

/** Razorpay's fee, 2 %, and the goods and services tax on it, 18 %; `fee` on the wire holds both. */
const FEE_RATE = 0.02;
const TAX_RATE = 0.18;

export const noError: PaymentError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

const declined: PaymentError = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description:
    'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
};

type Money = { payment: PaymentRecord; order: OrderRecord };

/** Leads a payment along its way, its order with it; every step leaves its event with its own snapshot. */
export function walk(
  start: Money,
  way: PaymentStatus[],
  failure?: PaymentError,
): { now: Money; facts: Fact[]; events: ProviderEvent[] } {
  let { payment, order } = start;
  const events: ProviderEvent[] = [];
  for (const status of way) {
    const wasPaid = order.order.status === 'paid';
    payment = { ...payment, payment: inStatus(payment.payment, status, failure) };
    if (status === 'captured') order = { ...order, order: credited(order.order, payment.payment.amount) };
    events.push(happened(eventOf(status), payment));
    const becamePaid = !wasPaid && order.order.status === 'paid';
    if (becamePaid) events.push(happened('order.paid', { ...payment, order: order.order }));
  }
  const facts: Fact[] = [
    { fact: 'order', record: order },
    { fact: 'payment', record: payment },
  ];
  return { now: { payment, order }, facts, events };
}

/** The payment as it is, was or would be in a status. */
export function inStatus(payment: Payment, status: PaymentStatus, failure = declined): Payment {
  if (status === 'failed')
    return { ...payment, ...failure, status, ...uncaptured, acquirer_data: reference(payment, null) };
  const acquirer_data = isEmpty(payment.acquirer_data) ? reference(payment) : payment.acquirer_data;
  if (status === 'authorized') return { ...payment, ...noError, status, ...uncaptured, acquirer_data };
  return { ...payment, ...noError, status, ...feesOf(payment.amount), captured: true, acquirer_data };
}

const uncaptured = { captured: false, fee: null, tax: null };

function feesOf(amount: number): { fee: number; tax: number } {
  const charge = Math.round(amount * FEE_RATE);
  const tax = Math.round(charge * TAX_RATE);
  return { fee: charge + tax, tax };
}

/** Cards carry an authorization code and a retrieval reference, net-banking the bank's transaction id. */
function reference({ method }: Payment, none?: null): Record<string, string | null> {
  if (method === 'netbanking') return { bank_transaction_id: none === null ? null : newReference(10) };
  return none === null ? { auth_code: null } : { auth_code: newReference(6), rrn: newReference(12) };
}

function isEmpty(data: Record<string, string | null>): boolean {
  return Object.values(data).every((value) => value === null);
}

function credited(order: Order, amount: number): Order {
  const paid = Math.min(order.amount, order.amount_paid + amount);
  const due = order.amount - paid;
  return { ...order, amount_paid: paid, amount_due: due, status: due === 0 ? 'paid' : order.status };
}

function eventOf(status: PaymentStatus): PaymentEventName {
  if (status === 'captured') return 'payment.captured';
  return status === 'failed' ? 'payment.failed' : 'payment.authorized';
}
