import { pick } from './pick.ts';
import { type ProviderBooks, type TheirPayment, ways } from './provider-books.ts';
import type { Elsewhere } from './steps.ts';

/** What payers, banks and the account's owner do at the provider, without us. */
export function happenAtProvider(
  theirs: ProviderBooks,
  step: Exclude<Elsewhere, { do: 'time' }>,
  orderIds: readonly string[],
): void {
  if (step.do === 'settle refunds') theirs.settleRefunds();
  else if (step.do === 'pay') {
    const { amount, status } = step;
    const order_id = pick(orderIds, step.order);
    if (order_id) theirs.start({ order_id, amount, status });
  } else {
    const payment = pick(theirs.payments(), step.which);
    if (payment) happenToPayment(theirs, step, payment);
  }
}

function happenToPayment(
  theirs: ProviderBooks,
  step: Extract<Elsewhere, { which: number }>,
  payment: TheirPayment,
): void {
  if (step.do === 'move') {
    const to = ways[payment.status][step.way] ?? ways[payment.status][0];
    if (to) theirs.move(payment.id, to);
  } else if (theirs.isKept(payment)) {
    if (step.do === 'lose dispute') theirs.loseDispute(payment);
    else theirs.giveBack(payment.id, { key: null, status: 'processed' });
  }
}
