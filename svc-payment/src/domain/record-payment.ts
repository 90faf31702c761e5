import { type AttemptState, isAlive } from './attempt-states.ts';
import { type Attempt, findByPayment, findUnfilled, type Ledger, newAttempt, withAttempt } from './ledger.ts';
import { findMismatch, type Mismatch } from './mismatch.ts';
import { moveAttempt, moveOrder, type Settlement } from './moves.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { giveBack } from './returning.ts';

/** Enters one payment, as the provider shows it, into the ledger. */
export function recordPayment(soFar: Settlement, payment: ProviderPayment, at: Date): Settlement {
  const mismatch = findMismatch(soFar.ledger.order, payment);
  if (mismatch) return setAside(soFar, { mismatch, payment, at });

  const attempt = attemptOf(soFar.ledger, payment, at);
  const moved = moveAttempt(withDetails(attempt, payment, at), stateOf(payment, attempt));
  const recorded = { ...soFar, ledger: withAttempt(soFar.ledger, moved) };
  if (moved.state === 'taken' && attempt.state !== 'taken') return takeMoney(recorded, moved, at);
  return isAlive(moved.state) ? moveOrder(recorded, 'attempted') : recorded;
}

interface Misfit {
  readonly mismatch: Mismatch;
  readonly payment: ProviderPayment;
  readonly at: Date;
}

/** A payment of the order that does not match it is shown to the applicant, but its money does not count. */
function setAside(soFar: Settlement, { mismatch, payment, at }: Misfit): Settlement {
  const raised = { ...soFar, mismatches: [...soFar.mismatches, mismatch] };
  if (mismatch.field === 'order_id') return raised;
  const attempt = attemptOf(soFar.ledger, payment, at);
  const shown = { ...withDetails(attempt, payment, at), set_aside: true };
  return { ...(attempt.set_aside ? soFar : raised), ledger: withAttempt(soFar.ledger, shown) };
}

/** The order's next payment fills the attempt that has none; further ones are attempts of their own. */
const attemptOf = (ledger: Ledger, payment: ProviderPayment, at: Date): Attempt =>
  findByPayment(ledger, payment.id) ??
  findUnfilled(ledger) ??
  newAttempt(ledger.order, { id: payment.id, at });

const withDetails = (attempt: Attempt, payment: ProviderPayment, at: Date): Attempt => ({
  ...attempt,
  payment_id: payment.id,
  amount: payment.amount,
  method: payment.method,
  bank_reference: payment.bank_reference ?? attempt.bank_reference,
  last_checked: at,
});

function stateOf({ status }: ProviderPayment, attempt: Attempt): AttemptState {
  switch (status) {
    case 'authorized':
      return 'held';
    case 'captured':
      return 'taken';
    case 'failed':
      return 'not_taken';
    case 'refunded':
      return attempt.refund ? attempt.state : 'returned'; // our own refund tells by itself when it has arrived
    case 'created':
      return attempt.payment_id === null ? 'unknown' : attempt.state;
  }
}

function takeMoney(soFar: Settlement, attempt: Attempt, at: Date): Settlement {
  const { order } = soFar.ledger;
  if (order.state === 'captured') {
    return { ...soFar, ledger: withAttempt(soFar.ledger, giveBack(attempt, 'paid-twice', at)) };
  }
  const { payment_id, amount } = attempt;
  const captured = moveOrder(soFar, 'captured', { payment_id, amount, at: at.toISOString() });
  return { ...captured, ledger: { ...captured.ledger, order: { ...captured.ledger.order, payment_id } } };
}
