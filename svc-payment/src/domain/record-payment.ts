import {
  type Attempt,
  createAttempt,
  findByPayment,
  findOpenAttempt,
  type Ledger,
  upsertAttempt,
} from './ledger.ts';
import { findMismatch, type Mismatch, type ProviderPayment } from './provider-payment.ts';
import {
  holdForApproval,
  isDuplicatePayment,
  isRefundPending,
  type SecondPaymentPolicy,
  startRefund,
} from './refund.ts';
import {
  type AttemptState,
  attemptTransitions,
  findTransition,
  isPending,
  orderTransitions,
} from './states.ts';
import { type LedgerChange, transitionAttempt, transitionOrder } from './transitions.ts';

export interface RecordOptions {
  readonly at: Date;
  readonly secondPayment: SecondPaymentPolicy;
}

export function recordPayment(
  change: LedgerChange,
  payment: ProviderPayment,
  options: RecordOptions,
): LedgerChange {
  const { at } = options;
  const mismatch = findMismatch(change.ledger.order, payment);
  if (mismatch) return quarantine(change, { mismatch, payment, at });

  const attempt = findOrCreateAttempt(change.ledger, payment, at);
  if (wasReversedUnseen(change.ledger, attempt, payment)) {
    const captured = recordPayment(change, { ...payment, status: 'captured' }, options);
    return recordPayment(captured, payment, options);
  }
  const moved = transitionTo(updateDetails(attempt, payment, at), toAttemptState(payment, attempt));
  const recorded = { ...change, ledger: upsertAttempt(change.ledger, moved) };
  if (moved.state === 'captured' && attempt.state !== 'captured')
    return applyCapture(recorded, moved, options);
  if (moved.state === 'refunded' && attempt.state === 'captured') {
    return reversePayment(recorded, moved, {
      at,
      why: payment.status === 'charged_back' ? 'chargeback' : 'refund',
    });
  }
  return isPending(moved.state) ? transitionOrder(recorded, 'attempted') : recorded;
}

/** Both steps are recorded: Razorpay takes no other payment on the order, so a new order must replace it. */
const wasReversedUnseen = (
  { order }: Ledger,
  { state }: Attempt,
  { captured, status }: ProviderPayment,
): boolean =>
  captured &&
  (status === 'refunded' || status === 'charged_back') &&
  findTransition(attemptTransitions, { from: state, to: 'captured' }) !== undefined &&
  findTransition(orderTransitions, { from: order.state, to: 'captured' }) !== undefined;

interface MismatchedPayment {
  readonly mismatch: Mismatch;
  readonly payment: ProviderPayment;
  readonly at: Date;
}

/** A mismatched payment is shown to the applicant but does not count. */
function quarantine(change: LedgerChange, { mismatch, payment, at }: MismatchedPayment): LedgerChange {
  const withMismatch = { ...change, mismatches: [...change.mismatches, mismatch] };
  if (mismatch.field === 'order_id') return withMismatch;
  const attempt = findOrCreateAttempt(change.ledger, payment, at);
  const quarantined = { ...updateDetails(attempt, payment, at), set_aside: true };
  return {
    ...(attempt.set_aside ? change : withMismatch),
    ledger: upsertAttempt(change.ledger, quarantined),
  };
}

const findOrCreateAttempt = (ledger: Ledger, payment: ProviderPayment, at: Date): Attempt =>
  findByPayment(ledger, payment.id) ??
  findOpenAttempt(ledger) ??
  createAttempt(ledger.order, { id: payment.id, at });

const updateDetails = (attempt: Attempt, payment: ProviderPayment, at: Date): Attempt => ({
  ...attempt,
  payment_id: payment.id,
  amount: payment.amount,
  method: payment.method,
  bank_reference: payment.bank_reference ?? attempt.bank_reference,
  last_checked: at,
});

function toAttemptState({ status }: ProviderPayment, attempt: Attempt): AttemptState {
  switch (status) {
    case 'created':
      return attempt.payment_id === null ? 'created' : attempt.state;
    case 'refunded':
      return isRefundPending(attempt) ? attempt.state : 'refunded';
    case 'charged_back':
      return 'refunded';
    default:
      return status;
  }
}

function transitionTo(attempt: Attempt, state: AttemptState): Attempt {
  const moved = transitionAttempt(attempt, state);
  if (moved.state !== 'refunded' || !moved.refund) return moved;
  return { ...moved, refund: { ...moved.refund, status: 'processed' } };
}

function applyCapture(
  change: LedgerChange,
  attempt: Attempt,
  { at, secondPayment }: RecordOptions,
): LedgerChange {
  const { state, user_id } = change.ledger.order;
  if (findTransition(orderTransitions, { from: state, to: 'captured' }))
    return markOrderPaid(change, attempt, at);
  const reason = state === 'replaced' ? 'order-replaced' : 'paid-twice';
  const isClosed = state === 'replaced' && user_id === undefined;
  const duplicate =
    isClosed || secondPayment === 'refund'
      ? startRefund(attempt, reason, at)
      : holdForApproval(attempt, reason);
  return { ...change, ledger: upsertAttempt(change.ledger, duplicate) };
}

function markOrderPaid(change: LedgerChange, { payment_id, amount }: Attempt, at: Date): LedgerChange {
  const captured = transitionOrder(change, 'captured', { payment_id, amount, at: at.toISOString() });
  return { ...captured, ledger: { ...captured.ledger, order: { ...captured.ledger.order, payment_id } } };
}

interface Reversal {
  readonly at: Date;
  readonly why: 'refund' | 'chargeback';
}

/** The payment was reversed at the provider. A duplicate payment that is still held takes its place. */
function reversePayment(change: LedgerChange, { payment_id }: Attempt, { at, why }: Reversal): LedgerChange {
  if (change.ledger.order.payment_id !== payment_id) return change;
  const moved = transitionOrder(change, 'reversed', { payment_id, why, at: at.toISOString() });
  const reversed = {
    ...moved,
    ledger: { ...moved.ledger, order: { ...moved.ledger.order, payment_id: null } },
  };
  const duplicate = reversed.ledger.attempts.find(isDuplicatePayment);
  if (!duplicate) return reversed;
  const used = { ...duplicate, refund: null };
  return markOrderPaid({ ...reversed, ledger: upsertAttempt(reversed.ledger, used) }, used, at);
}
