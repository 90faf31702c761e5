import type { Attempt, Refund } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import { formatMoney } from './format-money.ts';

const REFUND_TEXTS: Readonly<Record<Refund['status'], string>> = {
  deciding: 'waits for a clerk’s decision on a refund',
  kept: 'a clerk has rejected its refund',
  wanted: 'its refund is not requested yet',
  pending: 'its refund is in progress',
  processed: 'its refund is complete',
  refused: 'Razorpay rejected its refund',
};

const ATTEMPT_STATE_TEXTS: Readonly<Record<Attempt['state'], string>> = {
  unknown: 'outcome unknown',
  not_taken: 'not captured',
  held: 'authorised',
  taken: 'captured',
  returning: 'being refunded',
  returned: 'refunded',
};

const PAYMENT_STATUS_TEXTS: Readonly<Record<ListedPayment['status'], string>> = {
  created: 'created',
  authorized: 'authorised',
  captured: 'captured',
  refunded: 'refunded',
  charged_back: 'charged back',
  failed: 'failed',
};

export const describeAttempt = ({ state, refund, set_aside }: Attempt): string =>
  [
    set_aside ? 'set aside' : ATTEMPT_STATE_TEXTS[state],
    ...(refund ? [REFUND_TEXTS[refund.status]] : []),
  ].join(', ');

export function describePayment({ status, amount, amount_refunded, currency }: ListedPayment): string {
  const isPartial = status === 'captured' && amount_refunded > 0;
  return isPartial
    ? `captured, ${formatMoney(amount_refunded, currency)} of ${formatMoney(amount, currency)} refunded`
    : PAYMENT_STATUS_TEXTS[status];
}
