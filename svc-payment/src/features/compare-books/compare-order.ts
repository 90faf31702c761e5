import type { Attempt, Order } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import { isGoingBack, isKept } from './account.ts';
import type { Difference } from './finding.ts';
import { stateThere } from './words.ts';

/** Whether the order counts as paid where its money is, and nowhere else. */
export function compareOrder(
  payment: ListedPayment,
  order: Order,
  attempt: Attempt | undefined,
): Difference[] {
  const there = stateThere(payment);
  const here = `the order is ${order.state}`;
  if (isKept(payment)) return isUnpaid(order, attempt) ? [{ kind: 'order-unpaid-here', there, here }] : [];
  return isPaidBy(payment, order, attempt) ? [{ kind: 'order-unpaid-there', there, here }] : [];
}

/** An order that gave way to another one does not count as paid any more, whatever comes in on it. */
const isUnpaid = ({ state }: Order, attempt: Attempt | undefined): boolean =>
  state !== 'captured' && state !== 'replaced' && !(attempt && (attempt.set_aside || isGoingBack(attempt)));

/** Money that we sent back ourselves is another story: the application knows of it. */
const isPaidBy = (payment: ListedPayment, order: Order, attempt: Attempt | undefined): boolean =>
  order.state === 'captured' &&
  order.payment_id === payment.id &&
  attempt?.state !== 'taken' &&
  !attempt?.refund;
