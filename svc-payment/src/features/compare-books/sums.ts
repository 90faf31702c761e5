import { type Attempt, CURRENCY } from '../../domain/ledger.ts';
import { type Account, findOwn, wasTaken } from './account.ts';
import type { Finding } from './finding.ts';
import { money } from './money.ts';

/** What one side says of the money, in paise. */
export interface Sum {
  payments: number;
  captured: number;
  returned: number;
}

export interface Sums {
  readonly there: Sum;
  readonly here: Sum;
}

const nothing = (): Sum => ({ payments: 0, captured: 0, returned: 0 });
export const noSums = (): Sums => ({ there: nothing(), here: nothing() });

function add(sum: Sum, captured: number, returned: number): void {
  sum.payments += 1;
  sum.captured += captured;
  sum.returned += returned;
}

/** A payment that both may have. */
export function addPayment({ there, here }: Sums, account: Account): void {
  const { status, amount, amount_refunded, currency } = account.payment;
  if (currency === CURRENCY && status === 'captured') add(there, amount, amount_refunded);
  if (currency === CURRENCY && (status === 'refunded' || status === 'charged_back'))
    add(there, amount, amount);
  const attempt = findOwn(account);
  if (attempt) addAttempt(here, attempt);
}

/** A refund counts from when Razorpay has taken it on. */
export function addAttempt(here: Sum, attempt: Attempt): void {
  if (!wasTaken(attempt)) return;
  const { state, refund, amount } = attempt;
  const isBack = state === 'returned' || (state === 'returning' && refund?.status === 'pending');
  add(here, amount, isBack ? amount : 0);
}

/** The captured sums as a finding, when they differ. */
export const compareSums = ({ there, here }: Sums): Finding[] =>
  there.captured === here.captured
    ? []
    : [
        {
          kind: 'sum',
          open: false,
          application_id: null,
          order_id: null,
          payment_id: null,
          amount: there.captured - here.captured,
          currency: CURRENCY,
          there: money(there.captured),
          here: money(here.captured),
        },
      ];
