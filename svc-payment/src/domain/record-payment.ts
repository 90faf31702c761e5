import { type AttemptState, attemptEdges, isAlive } from './attempt-states.ts';
import { findEdge } from './edges.ts';
import { type Attempt, findByPayment, findUnfilled, type Ledger, newAttempt, withAttempt } from './ledger.ts';
import { findMismatch, type Mismatch } from './mismatch.ts';
import { moveAttempt, moveOrder, type Settlement } from './moves.ts';
import { orderEdges } from './order-states.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { giveBack, isReturning, isSpare, leaveToClerk, type SecondPayment } from './returning.ts';

/** When the provider showed it, and what a second payment leads to. */
export interface Recording {
  readonly at: Date;
  readonly secondPayment: SecondPayment;
}

/** Enters one payment, as the provider shows it, into the ledger. */
export function recordPayment(soFar: Settlement, payment: ProviderPayment, recording: Recording): Settlement {
  const { at } = recording;
  const mismatch = findMismatch(soFar.ledger.order, payment);
  if (mismatch) return setAside(soFar, { mismatch, payment, at });

  const attempt = attemptOf(soFar.ledger, payment, at);
  if (wentBackUnseen(soFar.ledger, attempt, payment)) {
    const captured = recordPayment(soFar, { ...payment, status: 'captured' }, recording);
    return recordPayment(captured, payment, recording);
  }
  const moved = inState(withDetails(attempt, payment, at), stateOf(payment, attempt));
  const recorded = { ...soFar, ledger: withAttempt(soFar.ledger, moved) };
  if (moved.state === 'taken' && attempt.state !== 'taken') return takeMoney(recorded, moved, recording);
  if (moved.state === 'returned' && attempt.state === 'taken') {
    return losePayment(recorded, moved, {
      at,
      why: payment.status === 'charged_back' ? 'chargeback' : 'refund',
    });
  }
  return isAlive(moved.state) ? moveOrder(recorded, 'attempted') : recorded;
}

/**
 * A payment that paid the order, and whose money went back before Razorpay was asked about it. It is recorded in both
 * steps: Razorpay takes no other payment of the order, so that the application needs a new one.
 */
const wentBackUnseen = (
  { order }: Ledger,
  { state }: Attempt,
  { captured, status }: ProviderPayment,
): boolean =>
  captured &&
  (status === 'refunded' || status === 'charged_back') &&
  findEdge(attemptEdges, { from: state, to: 'taken' }) !== undefined &&
  findEdge(orderEdges, { from: order.state, to: 'captured' }) !== undefined;

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
      return isReturning(attempt) ? attempt.state : 'returned';
    case 'charged_back':
      return 'returned';
    case 'created':
      return attempt.payment_id === null ? 'unknown' : attempt.state;
  }
}

/** Money that is back needs no refund any more. */
function inState(attempt: Attempt, state: AttemptState): Attempt {
  const moved = moveAttempt(attempt, state);
  if (moved.state !== 'returned' || !moved.refund) return moved;
  return { ...moved, refund: { ...moved.refund, status: 'processed' } };
}

function takeMoney(soFar: Settlement, attempt: Attempt, { at, secondPayment }: Recording): Settlement {
  const { state } = soFar.ledger.order;
  if (findEdge(orderEdges, { from: state, to: 'captured' })) return payOrder(soFar, attempt, at);
  const reason = state === 'replaced' ? 'order-replaced' : 'paid-twice';
  const second = secondPayment === 'refund' ? giveBack(attempt, reason, at) : leaveToClerk(attempt, reason);
  return { ...soFar, ledger: withAttempt(soFar.ledger, second) };
}

function payOrder(soFar: Settlement, { payment_id, amount }: Attempt, at: Date): Settlement {
  const captured = moveOrder(soFar, 'captured', { payment_id, amount, at: at.toISOString() });
  return { ...captured, ledger: { ...captured.ledger, order: { ...captured.ledger.order, payment_id } } };
}

interface Loss {
  readonly at: Date;
  readonly why: 'refund' | 'chargeback';
}

/** The payment that paid went back without us. A second one that is still here pays in its place. */
function losePayment(soFar: Settlement, { payment_id }: Attempt, { at, why }: Loss): Settlement {
  if (soFar.ledger.order.payment_id !== payment_id) return soFar;
  const moved = moveOrder(soFar, 'reversed', { payment_id, why, at: at.toISOString() });
  const reversed = {
    ...moved,
    ledger: { ...moved.ledger, order: { ...moved.ledger.order, payment_id: null } },
  };
  const second = reversed.ledger.attempts.find(isSpare);
  if (!second) return reversed;
  const used = { ...second, refund: null };
  return payOrder({ ...reversed, ledger: withAttempt(reversed.ledger, used) }, used, at);
}
