import {
  createReference,
  createUpiTransactionId,
  type Order,
  type Payment,
  type PaymentError,
  type PaymentStatus,
} from '../entities.ts';
import { declined, timedOut, upiFailed } from '../errors.ts';
import type { LedgerEvent, OrderRecord, PaymentRecord } from '../ledger/ledger.ts';
import { createWebhookEvent, type PaymentEventName, type ProviderEvent } from '../webhooks/events.ts';

/**
 * The legal transitions of a payment and their events.
 * https://razorpay.com/docs/payments/payments, “Payment Life Cycle” and “Late Authorization”
 */
const transitions = [
  ['created', 'authorized', 'payment.authorized'],
  ['created', 'failed', 'payment.failed'],
  ['failed', 'authorized', 'payment.authorized'],
  ['authorized', 'captured', 'payment.captured'],
  ['captured', 'refunded', null],
] as const satisfies readonly (readonly [PaymentStatus, PaymentStatus, string | null])[];

export type Outcome = 'captured' | 'failed' | 'authorized';

/** The transitions from a status to an outcome, or undefined when there is no path. */
export function findTransitions(outcome: Outcome, from: PaymentStatus): PaymentStatus[] | undefined {
  if (isLegal(from, outcome)) return [outcome];
  if (isLegal(from, 'authorized') && isLegal('authorized', outcome)) return ['authorized', outcome];
  return undefined;
}

function isLegal(from: PaymentStatus, to: PaymentStatus): boolean {
  return transitions.some(([start, end]) => start === from && end === to);
}

/** The UPI ID that every payer's app reports: the one of Razorpay's samples. */
const PAYER_VPA = 'gaurav.kumar@upi';

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

export type PaymentState = { payment: PaymentRecord; order: OrderRecord };

/** Applies transitions to a payment and its order; every step creates its event with its own snapshot. */
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

/** The payment as it would be in a status. */
export function withStatus(
  payment: Payment,
  status: PaymentStatus,
  failure = payment.method === 'upi' ? upiFailed : declined,
): Payment {
  if (status === 'failed')
    return {
      ...(failure === timedOut ? payment : withPayerAddress(payment)),
      ...failure,
      status,
      ...uncaptured,
      acquirer_data: createBankReference(payment, null),
    };
  const acquirer_data = isEmpty(payment.acquirer_data) ? createBankReference(payment) : payment.acquirer_data;
  const paying = { ...withPayerAddress(payment), ...noError, status, acquirer_data };
  if (status === 'authorized') return { ...paying, ...uncaptured };
  return { ...paying, ...computeFees(payment.amount), captured: true };
}

/** The app that answers an intent reports the account. */
function withPayerAddress(payment: Payment): Payment {
  if (payment.upi === undefined) return payment;
  const upi = { ...payment.upi, vpa: PAYER_VPA, payer_account_type: 'bank_account' } as const;
  return { ...payment, vpa: PAYER_VPA, upi };
}

const uncaptured = { captured: false, fee: null, tax: null };

function computeFees(amount: number): { fee: number; tax: number } {
  const charge = Math.round(amount * FEE_RATE);
  const tax = Math.round(charge * TAX_RATE);
  return { fee: charge + tax, tax };
}

/**
 * Cards have an authorization code and a retrieval reference, net-banking the bank's transaction id, UPI a
 * retrieval reference and the transaction id of UPI.
 */
function createBankReference({ method }: Payment, none?: null): Record<string, string | null> {
  if (method === 'upi') {
    return none === null
      ? { rrn: null }
      : { rrn: createReference(12), upi_transaction_id: createUpiTransactionId() };
  }
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
