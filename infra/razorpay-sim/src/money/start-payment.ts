import type { Payment } from '../entities.ts';
import type { BankVisit } from '../ledger/ledger-events.ts';
import type { Simulator } from '../simulator.ts';
import { createPayment, type Payer } from './create-payment.ts';

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
