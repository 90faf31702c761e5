import type { Attempt, Order } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import type { Difference } from './finding.ts';
import { money } from './money.ts';

/** Whether a payment is what its order asks for, and what our books say of it. */
export function compareAmount(
  { amount, currency }: ListedPayment,
  order: Order,
  attempt: Attempt | undefined,
): Difference[] {
  if (currency !== order.currency) return [{ kind: 'currency', there: currency, here: order.currency }];
  const here = [order.amount, attempt?.amount].find((ours) => ours !== undefined && ours !== amount);
  return here === undefined ? [] : [{ kind: 'amount', there: money(amount), here: money(here) }];
}
