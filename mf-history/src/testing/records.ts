import type { ApplicationRecord, PaymentAttempt } from '@archaka/contracts/calls';
import { paidApplication } from '@archaka/platform/testing/states';

export { paidApplication };

export const unpaidApplication: ApplicationRecord = {
  ...paidApplication,
  payment_status: '',
  transaction_id: '',
  ticket_version: null,
};

export const capturedPayment: PaymentAttempt = {
  payment_id: 'pay_1',
  state: 'taken',
  amount: 10_000,
  method: 'card',
  bank_reference: 'BR0001',
  returning_by: null,
  last_checked: '2024-07-01T04:00:00.000Z',
  evidence: [
    { source: 'checkout', at: '2024-07-01T03:55:00.000Z', says: 'You left for the payment page.' },
    {
      source: 'webhook',
      at: '2024-07-01T03:59:00.000Z',
      says: 'Razorpay reported: the payment was taken.',
      kind: 'captured',
    },
  ],
};
/** A second payment that is being refunded. */
export const returningPayment: PaymentAttempt = {
  ...capturedPayment,
  payment_id: 'pay_2',
  state: 'returning',
  bank_reference: 'BR0002',
  returning_by: '2024-07-11T04:00:00.000Z',
};
