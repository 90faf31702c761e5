import { type Attempt, CURRENCY } from '../../domain/ledger.ts';
import type { Discrepancy } from './discrepancy.ts';
import { formatMoney } from './format-money.ts';
import { findMatchingAttempt, type ReconciliationItem, wasCaptured } from './reconciliation-item.ts';

/** Paise. */
export interface Sum {
  payments: number;
  captured: number;
  refunded: number;
}

export interface Sums {
  readonly provider: Sum;
  readonly ledger: Sum;
}

const createSum = (): Sum => ({ payments: 0, captured: 0, refunded: 0 });
export const createSums = (): Sums => ({ provider: createSum(), ledger: createSum() });

function add(sum: Sum, captured: number, refunded: number): void {
  sum.payments += 1;
  sum.captured += captured;
  sum.refunded += refunded;
}

export function addPayment({ provider, ledger }: Sums, item: ReconciliationItem): void {
  const { status, amount, amount_refunded, currency } = item.payment;
  if (currency === CURRENCY && status === 'captured') add(provider, amount, amount_refunded);
  if (currency === CURRENCY && (status === 'refunded' || status === 'charged_back'))
    add(provider, amount, amount);
  const attempt = findMatchingAttempt(item);
  if (attempt) addAttempt(ledger, attempt);
}

/** A refund counts once Razorpay has accepted it. */
export function addAttempt(ledger: Sum, attempt: Attempt): void {
  if (!wasCaptured(attempt)) return;
  const { state, refund, amount } = attempt;
  const isRefunded = state === 'returned' || (state === 'returning' && refund?.status === 'pending');
  add(ledger, amount, isRefunded ? amount : 0);
}

export const compareSums = ({ provider, ledger }: Sums): Discrepancy[] =>
  provider.captured === ledger.captured
    ? []
    : [
        {
          kind: 'sum',
          open: false,
          application_id: null,
          order_id: null,
          payment_id: null,
          amount: provider.captured - ledger.captured,
          currency: CURRENCY,
          provider: formatMoney(provider.captured),
          ledger: formatMoney(ledger.captured),
        },
      ];
