import { applicationClaimLost, paymentReversed } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type { TextDependencies } from './text-dependencies.ts';

/** A payment whose claims are lost is refunded too. */
export const onPaymentReturned = ({ applications }: TextDependencies): EventHandler[] => {
  const recordReturn = ({ application_id, payment_id }: { application_id: string; payment_id: string }) =>
    applications.addPayment(application_id, 'returned', payment_id);
  return [handleEvent(paymentReversed, recordReturn), handleEvent(applicationClaimLost, recordReturn)];
};
