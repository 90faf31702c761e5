import { type Attempt, findOpenAttempt, type Ledger, upsertAttempt } from './ledger.ts';
import type { ProviderPayment } from './provider-payment.ts';
import { type RecordOptions, recordPayment } from './record-payment.ts';
import { isClosed, isPending } from './states.ts';
import { type LedgerChange, noChange, transitionAttempt, transitionOrder } from './transitions.ts';

/** `poll`: routine poll; `cancel`: the applicant left the checkout unpaid; `final-poll`: end of the polling window. */
export type SyncTrigger = 'poll' | 'cancel' | 'final-poll';

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
