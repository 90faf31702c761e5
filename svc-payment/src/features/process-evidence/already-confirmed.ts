import type { Evidence } from '../../domain/evidence.ts';
import { type Attempt, CURRENCY } from '../../domain/ledger.ts';
import { findContradiction } from './contradiction.ts';

/**
 * Whether a piece tells what Razorpay has already confirmed when it was asked: that this payment was
 * authorised or captured. Nothing later undoes that by such words, so nobody need be asked again.
 */
export function isAlreadyConfirmed(
  evidence: Pick<Evidence, 'tells' | 'order_id' | 'payment_id' | 'received'>,
  attempt: Attempt,
): boolean {
  const isCaptureReport = evidence.tells === 'authorized' || evidence.tells === 'captured';
  const isConfirmed = attempt.state === 'taken' && !attempt.set_aside;
  const { amount, order_id } = attempt;
  return (
    isCaptureReport &&
    evidence.payment_id === attempt.payment_id &&
    isConfirmed &&
    evidence.order_id === order_id &&
    !findContradiction(evidence, { id: attempt.payment_id ?? '', amount, currency: CURRENCY })
  );
}
