import {
  type Attempt,
  createAttempt,
  findByPayment,
  findMismatch,
  findOpenAttempt,
  type Ledger,
  type LedgerChange,
  type Mismatch,
  noChange,
  type ProviderPayment,
  transitionAttempt,
  transitionOrder,
  upsertAttempt,
} from './ledger.ts';
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
  isClosed,
  isPending,
  orderTransitions,
} from './states.ts';

/** `poll`: routine poll; `cancel`: the applicant left the checkout unpaid; `final-poll`: end of the polling window. */
export type SyncTrigger = 'poll' | 'cancel' | 'final-poll';

interface RecordOptions {
  readonly at: Date;
  readonly secondPayment: SecondPaymentPolicy;
}

export interface SyncInput extends RecordOptions {
  readonly payments: readonly ProviderPayment[];
  /** False when the snapshot holds a single payment. */
  readonly isComplete: boolean;
  readonly trigger: SyncTrigger;
}

const oldestFirst = (one: ProviderPayment, other: ProviderPayment) =>
  one.created_at.getTime() - other.created_at.getTime();

/** Idempotent: a repeated or stale snapshot changes nothing. */
export function applySnapshot(before: Ledger, snapshot: SyncInput): LedgerChange {
  const recorded = snapshot.payments
    .toSorted(oldestFirst)
    .reduce((change, payment) => recordPayment(change, payment, snapshot), noChange(before));
  return closeUnpaidOrder(before, recorded, snapshot);
}

function recordPayment(change: LedgerChange, payment: ProviderPayment, options: RecordOptions): LedgerChange {
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

function closeUnpaidOrder(before: Ledger, change: LedgerChange, snapshot: SyncInput): LedgerChange {
  const checked = { ...change, ledger: markOpenAttemptChecked(change.ledger, snapshot) };
  const failed = failOrder(before, checked, snapshot);
  return snapshot.isComplete && snapshot.trigger !== 'poll' ? cancelOrder(failed, snapshot) : failed;
}

/** A complete snapshot has also checked the attempt that has no payment. */
function markOpenAttemptChecked(ledger: Ledger, { isComplete, at }: SyncInput): Ledger {
  const openAttempt = findOpenAttempt(ledger);
  return openAttempt && isComplete ? upsertAttempt(ledger, { ...openAttempt, last_checked: at }) : ledger;
}

function failOrder(before: Ledger, change: LedgerChange, { payments, at }: SyncInput): LedgerChange {
  const { attempts } = change.ledger;
  const failed = attempts.find((attempt) => hasJustFailed(before, attempt));
  if (!failed || attempts.some(({ state }) => isPending(state))) return change;
  const { payment_id } = failed;
  const why = payments.find(({ id }) => id === payment_id)?.error ?? 'payment_failed';
  return transitionOrder(change, 'failed', { payment_id, why, ...toEndData(change.ledger, at) });
}

function hasJustFailed({ attempts }: Ledger, { id, payment_id, state, set_aside }: Attempt): boolean {
  if (state !== 'failed' || payment_id === null || set_aside) return false;
  const earlier = attempts.find((attempt) => attempt.id === id);
  return earlier?.state !== 'failed' || earlier.payment_id === null;
}

/** Requires that the provider shows no payment for the open attempt; after a cancel, none may be pending at all. */
function cancelOrder(change: LedgerChange, { trigger, at }: SyncInput): LedgerChange {
  const { attempts } = change.ledger;
  const openAttempt = findOpenAttempt(change.ledger);
  const others = attempts.filter(({ id }) => id !== openAttempt?.id);
  if (trigger === 'cancel' && others.some(({ state }) => isPending(state))) return change;
  if (trigger === 'cancel' && !openAttempt && attempts.length > 0) return change;
  const ledger = openAttempt
    ? upsertAttempt(change.ledger, transitionAttempt(openAttempt, 'failed'))
    : change.ledger;
  const why = trigger === 'cancel' ? 'cancelled_by_applicant' : 'abandoned';
  return transitionOrder({ ...change, ledger }, 'cancelled', {
    payment_id: null,
    why,
    ...toEndData(ledger, at),
  });
}

const toEndData = ({ attempts }: Ledger, at: Date) => ({
  all_attempts_dead: attempts.every(({ state }) => isClosed(state)),
  at: at.toISOString(),
});
