import type { Payment } from '../entities.ts';
import { badRequest } from '../provider-error.ts';
import type { Simulator } from '../simulator.ts';
import { applyTransitions } from './apply-transitions.ts';

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
