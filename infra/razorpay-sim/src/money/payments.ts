import {
  type Card,
  createId,
  getUnixTime,
  type Payment,
  type PaymentError,
  type PaymentMethod,
  type PaymentStatus,
} from '../entities.ts';
import { badRequest, timedOut } from '../errors.ts';
import type { BankVisit, LedgerEvent, OrderRecord } from '../ledger/ledger.ts';
import type { Simulator } from '../simulator.ts';
import {
  createDelivery,
  createWebhookEvent,
  type PaymentEventName,
  type ProviderEvent,
} from '../webhooks/events.ts';
import {
  applyTransitions,
  findTransitions,
  noError,
  type Outcome,
  type PaymentState,
  withStatus,
} from './payment-states.ts';

/** The payer and the payer's choices. */
export type Payer = {
  method: PaymentMethod;
  contact: string;
  card?: { last4: string; network: string };
  bank?: string;
};

/** The payer of payments by API: Razorpay's own sample contact. */
export const anonymousPayer = { contact: '+919000090000' };

const TEST_CARD = { last4: '1007', network: 'Visa' };

/** A payment in its first state, and its order, now attempted. */
function createPayment({ order, capture }: OrderRecord, payer: Payer, amount = order.amount): PaymentState {
  const card = payer.method === 'card' ? createCard(payer.card) : null;
  const payment: Payment = {
    id: createId('pay_'),
    entity: 'payment',
    amount,
    currency: 'INR',
    status: 'created' satisfies PaymentStatus,
    order_id: order.id,
    invoice_id: null,
    international: false,
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

function createCard({ last4, network } = TEST_CARD): Card {
  return {
    id: createId('card_'),
    entity: 'card',
    name: '',
    last4,
    network,
    type: 'debit',
    issuer: null,
    international: false,
    emi: false,
    sub_type: 'consumer',
  };
}

type PaymentOutcome = {
  outcome: Outcome;
  /** the error of a payment that fails, unless it is the usual one */
  failure?: PaymentError | undefined;
  webhooks?: RequestedWebhook[] | undefined;
};

/** Creates a payment of an order with this outcome. */
type PaymentAttempt = {
  orderId: string;
  payer: Payer;
  amount?: number | undefined;
} & PaymentOutcome;

export function pay(simulator: Simulator, attempt: PaymentAttempt): Payment {
  const start = createPayment(simulator.ledger.getOrder(attempt.orderId), attempt.payer, attempt.amount);
  return finish(simulator, start, attempt);
}

/** Applies the bank's later decision about a pending, failed or authorized payment. */
export function authorizeLate(simulator: Simulator, change: { paymentId: string } & PaymentOutcome): Payment {
  const payment = simulator.ledger.getPayment(change.paymentId);
  const order = simulator.ledger.getOrder(payment.payment.order_id);
  return finish(simulator, { payment, order }, change);
}

function finish(
  simulator: Simulator,
  start: PaymentState,
  { outcome, failure, webhooks }: PaymentOutcome,
): Payment {
  const { status } = start.payment.payment;
  const statuses = findTransitions(outcome, status);
  if (statuses === undefined)
    throw badRequest(`A payment that is ${status} cannot become ${outcome}`, 'outcome');
  const { state, ledgerEvents, events } = applyTransitions(start, statuses, failure);
  if (webhooks === undefined) simulator.recordEvents(ledgerEvents, events);
  else simulator.recordWithDeliveries(ledgerEvents, planRequested(webhooks, state, events));
  return state.payment.payment;
}

/** Captures an authorized payment; `amount` must be the authorized amount. */
export function capturePayment(simulator: Simulator, id: string, amount: number): Payment {
  const payment = simulator.ledger.getPayment(id);
  const order = simulator.ledger.getOrder(payment.payment.order_id);
  if (payment.payment.captured) throw badRequest('This payment has already been captured');
  if (payment.payment.status !== 'authorized') {
    throw badRequest('Only payments which have been authorized and not yet captured can be captured');
  }
  if (amount !== payment.payment.amount) {
    throw badRequest('Capture amount must be equal to the amount authorized', 'amount');
  }
  if (order.order.status === 'paid') {
    throw badRequest(
      'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
    );
  }
  const { state, ledgerEvents, events } = applyTransitions({ payment, order }, ['captured']);
  simulator.recordEvents(ledgerEvents, events);
  return state.payment.payment;
}

/** Creates a payment that waits for the bank: it stays `created` until a decision or its timeout. */
export function startPayment(
  simulator: Simulator,
  orderId: string,
  payer: Payer,
  visit: Omit<BankVisit, 'payment_id'>,
): Payment {
  const { payment, order } = createPayment(simulator.ledger.getOrder(orderId), payer);
  simulator.recordEvents(
    [
      { fact: 'order', record: order },
      { fact: 'payment', record: payment },
      { fact: 'visit', visit: { ...visit, payment_id: payment.payment.id } },
    ],
    [],
  );
  return payment.payment;
}

/** https://razorpay.com/docs/payments/payments/late-authorisation */
const EXPIRY_SECONDS = 600;

/** Fails payments without a decision of the bank for ten minutes. */
export function expirePayments(simulator: Simulator, now = getUnixTime()): void {
  for (const { payment } of simulator.ledger.payments()) {
    if (payment.status === 'created' && payment.created_at + EXPIRY_SECONDS <= now) {
      authorizeLate(simulator, { paymentId: payment.id, outcome: 'failed', failure: timedOut });
    }
  }
}

/** A webhook requested by name: number of deliveries, and delay in milliseconds. */
type RequestedWebhook = { event: PaymentEventName | 'order.paid'; after_ms: number; times: number };

/**
 * Plans exactly the requested deliveries, regardless of faults. An event that did not happen is sent with
 * the snapshot it would have had, with a valid signature: the merchant must detect it.
 */
function planRequested(
  webhooks: RequestedWebhook[],
  state: PaymentState,
  events: ProviderEvent[],
): LedgerEvent[] {
  const now = Date.now();
  return webhooks.flatMap(({ event, after_ms, times }) => {
    const subject =
      events.find((candidate) => candidate.event === event) ?? createUnoccurredEvent(event, state);
    return Array.from({ length: times }, () => createDelivery(subject, now + after_ms));
  });
}

const STATUS_BY_EVENT: Record<PaymentEventName, PaymentStatus> = {
  'payment.authorized': 'authorized',
  'payment.captured': 'captured',
  'payment.failed': 'failed',
};

function createUnoccurredEvent(
  event: RequestedWebhook['event'],
  { payment, order }: PaymentState,
): ProviderEvent {
  if (event !== 'order.paid') {
    return createWebhookEvent(event, {
      ...payment,
      payment: withStatus(payment.payment, STATUS_BY_EVENT[event]),
    });
  }
  const paid = { ...order.order, amount_paid: order.order.amount, amount_due: 0, status: 'paid' } as const;
  return createWebhookEvent(event, {
    ...payment,
    payment: withStatus(payment.payment, 'captured'),
    order: paid,
  });
}
