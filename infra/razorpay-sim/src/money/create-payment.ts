import type { Card, Payment, PaymentMethod, PaymentStatus } from '../entities.ts';
import { createId, getUnixTime } from '../ids.ts';
import type { OrderRecord, PaymentRecord } from '../ledger/ledger-events.ts';
import { noError } from './apply-transitions.ts';

/** The payer and the payer's choices. */
export type Payer = {
  method: PaymentMethod;
  contact: string;
  card?: { last4: string; network: string; international: boolean };
  bank?: string;
};

/** The payer of payments by API: Razorpay's own sample contact. */
export const anonymousPayer = { contact: '+919000090000' };

const TEST_CARD = { last4: '1007', network: 'Visa', international: false };

/** A payment in its first state, and its order, now attempted. */
export function createPayment(
  { order, capture }: OrderRecord,
  payer: Payer,
  amount = order.amount,
): { payment: PaymentRecord; order: OrderRecord } {
  const card = payer.method === 'card' ? createCard(payer.card) : null;
  const payment: Payment = {
    id: createId('pay_'),
    entity: 'payment',
    amount,
    currency: 'INR',
    status: 'created' satisfies PaymentStatus,
    order_id: order.id,
    invoice_id: null,
    international: payer.card?.international ?? false,
    method: payer.method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: card?.id ?? null,
    bank: payer.method === 'netbanking' ? (payer.bank ?? 'SBIN') : null,
    wallet: null,
    vpa: null,
    email: 'void@razorpay.com',
    contact: payer.contact,
    notes: order.notes,
    fee: null,
    tax: null,
    ...noError,
    acquirer_data: {},
    created_at: getUnixTime(),
    ...(payer.method === 'upi' ? { upi: { flow: 'intent' } } : {}),
  };
  const status = order.status === 'created' ? 'attempted' : order.status;
  const attempted = { ...order, status, attempts: order.attempts + 1 } as const;
  return { payment: { payment, card }, order: { order: attempted, capture } };
}

function createCard({ last4, network, international } = TEST_CARD): Card {
  return {
    id: createId('card_'),
    entity: 'card',
    name: '',
    last4,
    network,
    type: 'debit',
    issuer: null,
    international,
    emi: false,
    sub_type: 'consumer',
  };
}
