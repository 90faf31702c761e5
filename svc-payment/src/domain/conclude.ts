import { isAlive, isDead } from './attempt-states.ts';
import { type Attempt, findUnfilled, type Ledger, withAttempt } from './ledger.ts';
import { moveAttempt, moveOrder, type Settlement } from './moves.ts';
import type { ProviderPayment } from './provider-payment.ts';

/** Why the provider was asked: just to look, after the applicant's cancelling, or for the last time. */
export type Occasion = 'look' | 'cancel' | 'last-look';

interface Seen {
  readonly payments: readonly ProviderPayment[];
  readonly whole: boolean;
  readonly occasion: Occasion;
  readonly at: Date;
}

/** What follows for an unpaid order once all that was seen is in its ledger. */
export function conclude(before: Ledger, recorded: Settlement, seen: Seen): Settlement {
  const checked = { ...recorded, ledger: unfilledChecked(recorded.ledger, seen) };
  const failed = concludeFailure(before, checked, seen);
  return seen.whole && seen.occasion !== 'look' ? concludeUnpaid(failed, seen) : failed;
}

/** Who asked about the whole order has also checked the attempt without a payment. */
function unfilledChecked(ledger: Ledger, { whole, at }: Seen): Ledger {
  const unfilled = findUnfilled(ledger);
  return unfilled && whole ? withAttempt(ledger, { ...unfilled, last_checked: at }) : ledger;
}

/** A payment has failed and none can still succeed: told as a failure. */
function concludeFailure(before: Ledger, recorded: Settlement, { payments, at }: Seen): Settlement {
  const { attempts } = recorded.ledger;
  const failed = attempts.find((attempt) => hasJustFailed(before, attempt));
  if (!failed || attempts.some(({ state }) => isAlive(state))) return recorded;
  const { payment_id } = failed;
  const why = payments.find(({ id }) => id === payment_id)?.error ?? 'payment_failed';
  return moveOrder(recorded, 'failed', { payment_id, why, ...ending(recorded.ledger, at) });
}

function hasJustFailed({ attempts }: Ledger, { id, payment_id, state, set_aside }: Attempt): boolean {
  if (state !== 'not_taken' || payment_id === null || set_aside) return false;
  const earlier = attempts.find((attempt) => attempt.id === id);
  return earlier?.state !== 'not_taken' || earlier.payment_id === null;
}

/**
 * The applicant gave up, or nothing came for so long that nothing will, and the provider shows no
 * payment for the attempt. After a cancel no payment may be under way at all.
 */
function concludeUnpaid(recorded: Settlement, { occasion, at }: Seen): Settlement {
  const { attempts } = recorded.ledger;
  const unfilled = findUnfilled(recorded.ledger);
  const others = attempts.filter(({ id }) => id !== unfilled?.id);
  if (occasion === 'cancel' && others.some(({ state }) => isAlive(state))) return recorded;
  if (occasion === 'cancel' && !unfilled && attempts.length > 0) return recorded;
  const ledger = unfilled
    ? withAttempt(recorded.ledger, moveAttempt(unfilled, 'not_taken'))
    : recorded.ledger;
  const why = occasion === 'cancel' ? 'cancelled_by_applicant' : 'abandoned';
  return moveOrder({ ...recorded, ledger }, 'cancelled', { payment_id: null, why, ...ending(ledger, at) });
}

const ending = ({ attempts }: Ledger, at: Date) => ({
  all_attempts_dead: attempts.every(({ state }) => isDead(state)),
  at: at.toISOString(),
});
