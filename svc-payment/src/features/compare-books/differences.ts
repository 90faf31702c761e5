import type { Attempt } from '../../domain/ledger.ts';
import { type Account, findOwn, isUnderWay } from './account.ts';
import { compareAmount } from './compare-amount.ts';
import { compareApplication } from './compare-application.ts';
import { compareOrder } from './compare-order.ts';
import { compareState } from './compare-state.ts';
import type { Difference, Finding, Kind } from './finding.ts';
import { money } from './money.ts';
import { stateHere, stateThere } from './words.ts';

/** A late notice puts these right; a wrong amount comes right by no waiting. */
const MAY_COME_RIGHT: ReadonlySet<Kind> = new Set([
  'not-here',
  'captured-there',
  'refunded-there',
  'other-state',
  'order-unpaid-here',
  'kept-twice',
]);

/** Everything in which a payment at Razorpay differs from our books. */
export function compare(account: Account, now: Date): Finding[] {
  const { payment, order } = account;
  const about = {
    application_id: order?.application_id ?? null,
    order_id: payment.order_id,
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
  };
  const waits = order !== undefined && isUnderWay(account, now);
  return differences(account).map(({ open, ...difference }) => ({
    ...about,
    ...difference,
    open: open ?? (waits && MAY_COME_RIGHT.has(difference.kind)),
  }));
}

function differences(account: Account): Difference[] {
  const { payment, order } = account;
  const there = stateThere(payment);
  if (!order) return [{ kind: 'unknown-order', there, here: 'no such order' }];
  const attempt = findOwn(account);
  const entry: Difference[] = attempt
    ? compareState(account, attempt)
    : [{ kind: 'not-here', there, here: 'no such payment' }];
  return [
    ...entry,
    ...compareAmount(payment, order, attempt),
    ...compareOrder(payment, order, attempt),
    ...compareApplication(account, attempt),
  ];
}

/** A payment of ours that Razorpay does not have. */
export const missingThere = (attempt: Attempt): Finding => ({
  kind: 'not-there',
  open: false,
  application_id: attempt.application_id,
  order_id: attempt.order_id,
  payment_id: attempt.payment_id,
  amount: attempt.amount,
  currency: null,
  there: 'no such payment',
  here: `${stateHere(attempt)}, ${money(attempt.amount)}`,
});
