import type { Attempt, Refund } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import { formatMoney } from './format-money.ts';

const REFUND_TEXTS: Readonly<Record<Refund['status'], string>> = {
  deciding: 'a clerk is to decide on its return',
  kept: 'a clerk has decided to keep it',
  wanted: 'its refund is not requested yet',
  pending: 'its refund is under way',
  processed: 'its refund has arrived',
  refused: 'its refund was refused',
};

const ATTEMPT_STATE_TEXTS: Readonly<Record<Attempt['state'], string>> = {
  unknown: 'outcome not known',
  not_taken: 'not taken',
  held: 'held by the bank',
  taken: 'taken',
  returning: 'going back',
  returned: 'given back',
};

const PAYMENT_STATUS_TEXTS: Readonly<Record<ListedPayment['status'], string>> = {
  created: 'begun',
  authorized: 'authorised',
  captured: 'captured',
  refunded: 'given back',
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
    ? `captured, ${formatMoney(amount_refunded, currency)} of ${formatMoney(amount, currency)} given back`
    : PAYMENT_STATUS_TEXTS[status];
}
