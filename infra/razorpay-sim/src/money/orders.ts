import { createId, getUnixTime, type Notes, type Order, type Payment } from '../entities.ts';
import { badRequest } from '../errors.ts';
import type { Simulator } from '../simulator.ts';
import { applyTransitions } from './payment-states.ts';

type OrderRequest = {
  amount: number;
  receipt: string | null;
  notes: Notes;
  capture: 'automatic' | 'manual';
};

/** Always creates a new order: Razorpay does not deduplicate by receipt. */
export function createOrder(simulator: Simulator, { amount, receipt, notes, capture }: OrderRequest): Order {
  const order: Order = {
    id: createId('order_'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: getUnixTime(),
  };
  simulator.recordEvents([{ fact: 'order', record: { order, capture } }], []);
  return order;
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
  if (order.order.status === 'paid') throw createAlreadyPaidError();
  const { state, ledgerEvents, events } = applyTransitions({ payment, order }, ['captured']);
  simulator.recordEvents(ledgerEvents, events);
  return state.payment.payment;
}

function createAlreadyPaidError(): Error {
  return badRequest(
    'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.',
  );
}
