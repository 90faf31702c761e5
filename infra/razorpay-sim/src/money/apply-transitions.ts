import type { Order, Payment, PaymentError, PaymentStatus } from '../entities.ts';
import { createReference } from '../ids.ts';
import type { LedgerEvent, OrderRecord, PaymentRecord } from '../ledger/ledger-events.ts';
import { createWebhookEvent, type PaymentEventName, type ProviderEvent } from '../webhooks/webhook-event.ts';

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

type PaymentState = { payment: PaymentRecord; order: OrderRecord };

/** Leads a payment along its way, its order with it; every step leaves its event with its own snapshot. */
export function applyTransitions(
  start: PaymentState,
  statuses: PaymentStatus[],
  failure?: PaymentError,
): { state: PaymentState; ledgerEvents: LedgerEvent[]; events: ProviderEvent[] } {
  let { payment, order } = start;
  const events: ProviderEvent[] = [];
  for (const status of statuses) {
    const wasPaid = order.order.status === 'paid';
    payment = { ...payment, payment: withStatus(payment.payment, status, failure) };
    if (status === 'captured') order = { ...order, order: creditOrder(order.order, payment.payment.amount) };
    events.push(createWebhookEvent(toEventName(status), payment));
    const becamePaid = !wasPaid && order.order.status === 'paid';
    if (becamePaid) events.push(createWebhookEvent('order.paid', { ...payment, order: order.order }));
  }
  const ledgerEvents: LedgerEvent[] = [
    { fact: 'order', record: order },
    { fact: 'payment', record: payment },
  ];
  return { state: { payment, order }, ledgerEvents, events };
}

/** The payment as it is, was or would be in a status. */
export function withStatus(payment: Payment, status: PaymentStatus, failure = declined): Payment {
  if (status === 'failed')
    return {
      ...payment,
      ...failure,
      status,
      ...uncaptured,
      acquirer_data: createBankReference(payment, null),
    };
  const acquirer_data = isEmpty(payment.acquirer_data) ? createBankReference(payment) : payment.acquirer_data;
  if (status === 'authorized') return { ...payment, ...noError, status, ...uncaptured, acquirer_data };
  return { ...payment, ...noError, status, ...computeFees(payment.amount), captured: true, acquirer_data };
}

const uncaptured = { captured: false, fee: null, tax: null };

function computeFees(amount: number): { fee: number; tax: number } {
  const charge = Math.round(amount * FEE_RATE);
  const tax = Math.round(charge * TAX_RATE);
  return { fee: charge + tax, tax };
}

/** Cards carry an authorization code and a retrieval reference, net-banking the bank's transaction id. */
function createBankReference({ method }: Payment, none?: null): Record<string, string | null> {
  if (method === 'netbanking') return { bank_transaction_id: none === null ? null : createReference(10) };
  return none === null ? { auth_code: null } : { auth_code: createReference(6), rrn: createReference(12) };
}

function isEmpty(data: Record<string, string | null>): boolean {
  return Object.values(data).every((value) => value === null);
}

function creditOrder(order: Order, amount: number): Order {
  const paid = Math.min(order.amount, order.amount_paid + amount);
  const due = order.amount - paid;
  return { ...order, amount_paid: paid, amount_due: due, status: due === 0 ? 'paid' : order.status };
}

function toEventName(status: PaymentStatus): PaymentEventName {
  if (status === 'captured') return 'payment.captured';
  return status === 'failed' ? 'payment.failed' : 'payment.authorized';
}
