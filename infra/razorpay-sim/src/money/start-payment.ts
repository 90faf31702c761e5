import type { Payment } from '../entities.ts';
import type { BankVisit } from '../ledger/facts.ts';
import type { Simulator } from '../simulator.ts';
import { makePayment, type Payer } from './make-payment.ts';

/** A payment that waits for the bank: it stays `created` until the payer or the clock decides. */
export function startPayment(
  simulator: Simulator,
  orderId: string,
  payer: Payer,
  visit: Omit<BankVisit, 'payment_id'>,
): Payment {
  const { payment, order } = makePayment(simulator.ledger.getOrder(orderId), payer);
  simulator.happen(
    [
      { fact: 'order', record: order },
      { fact: 'payment', record: payment },
      { fact: 'visit', visit: { ...visit, payment_id: payment.payment.id } },
    ],
    [],
  );
  return payment.payment;
}
