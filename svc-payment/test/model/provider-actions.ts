import { pick } from './pick.ts';
import { type FakePayment, nextStatuses, type ProviderState } from './provider-state.ts';
import type { Elsewhere } from './steps.ts';

/** Actions of payers, banks and the account's owner at the provider, without our service. */
export function performAtProvider(
  theirs: ProviderState,
  step: Exclude<Elsewhere, { do: 'time' }>,
  orderIds: readonly string[],
): void {
  if (step.do === 'settle refunds') theirs.settleRefunds();
  else if (step.do === 'pay') {
    const { amount, status } = step;
    const order_id = pick(orderIds, step.order);
    if (order_id) theirs.addPayment({ order_id, amount, status });
  } else {
    const payment = pick(theirs.payments(), step.which);
    if (payment) changePayment(theirs, step, payment);
  }
}

function changePayment(
  theirs: ProviderState,
  step: Extract<Elsewhere, { which: number }>,
  payment: FakePayment,
): void {
  if (step.do === 'move') {
    const to = nextStatuses[payment.status][step.way] ?? nextStatuses[payment.status][0];
    if (to) theirs.setStatus(payment.id, to);
  } else if (theirs.isUnrefundedCapture(payment)) {
    if (step.do === 'lose dispute') theirs.loseDispute(payment);
    else theirs.createRefund(payment.id, { key: null, status: 'processed' });
  }
}
