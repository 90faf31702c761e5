import type { Attempt, Refund } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import { money } from './money.ts';

const REFUNDS: Readonly<Record<Refund['status'], string>> = {
  deciding: 'a clerk is to decide on its return',
  kept: 'a clerk has decided to keep it',
  wanted: 'its refund is not asked for yet',
  pending: 'its refund is under way',
  processed: 'its refund has arrived',
  refused: 'its refund was refused',
};

const STATES: Readonly<Record<Attempt['state'], string>> = {
  unknown: 'outcome not known',
  not_taken: 'not taken',
  held: 'held by the bank',
  taken: 'taken',
  returning: 'going back',
  returned: 'given back',
};

const STATUSES: Readonly<Record<ListedPayment['status'], string>> = {
  created: 'begun',
  authorized: 'authorised',
  captured: 'captured',
  refunded: 'given back',
  charged_back: 'charged back',
  failed: 'failed',
};

export const stateHere = ({ state, refund, set_aside }: Attempt): string =>
  [set_aside ? 'set aside' : STATES[state], ...(refund ? [REFUNDS[refund.status]] : [])].join(', ');

export function stateThere({ status, amount, amount_refunded, currency }: ListedPayment): string {
  const part = status === 'captured' && amount_refunded > 0;
  return part
    ? `captured, ${money(amount_refunded, currency)} of ${money(amount, currency)} given back`
    : STATUSES[status];
}
