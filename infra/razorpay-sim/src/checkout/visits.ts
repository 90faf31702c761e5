import type { Payment } from '../entities.ts';
import type { BankVisit, PaymentRecord } from '../ledger/ledger-events.ts';
import type { Simulator } from '../simulator.ts';
import { CheckoutError } from './request.ts';

export const toBankPath = (paymentId: string) => `/v1/checkout/bank/${paymentId}`;
export const toUpiPath = (paymentId: string) => `/v1/checkout/upi/${paymentId}`;
export const toReturnPath = (paymentId: string) => `/v1/checkout/return/${paymentId}`;

/** The page of a payer with an undecided payment: of UPI its code and link. */
export const toWaitingPath = ({ id, method }: Payment): string =>
  method === 'upi' ? toUpiPath(id) : toBankPath(id);

/** @throws CheckoutError when no payer was redirected with this payment */
export function getVisit({ ledger }: Simulator, paymentId: string): PaymentRecord & { visit: BankVisit } {
  const visit = ledger.findVisit(paymentId);
  if (visit === undefined) throw new CheckoutError('There is no such payment at the bank.');
  return { ...ledger.getPayment(paymentId), visit };
}
