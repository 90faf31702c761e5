import { CAPTURED_STATES, isPending } from '../../domain/attempt-states.ts';
import type { Attempt, Order } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';

/** A payment at Razorpay beside all that our books have on its application. */
export interface ReconciliationItem {
  readonly payment: ListedPayment;
  /** The order it is on; undefined when that is not ours. */
  readonly order: Order | undefined;
  /** Of all orders of the application. */
  readonly attempts: readonly Attempt[];
  /** How many refunds of it there are at Razorpay, without those that failed. */
  readonly refunds: number;
}

export const findMatchingAttempt = ({ payment, attempts }: ReconciliationItem): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === payment.id);

/** The money is with us and nothing of it has gone back. */
export const isUnrefundedCapture = ({ status, amount_refunded }: ListedPayment): boolean =>
  status === 'captured' && amount_refunded === 0;

/** Our books say that the money came, whatever became of it. */
export const wasCaptured = ({ state, set_aside }: Attempt): boolean =>
  !set_aside && CAPTURED_STATES.includes(state);

const REFUND_STATES: readonly Attempt['state'][] = ['returning', 'returned'];

/** Our books say that the money is on its way back, or there. */
export const isRefundStarted = ({ state }: Attempt): boolean => REFUND_STATES.includes(state);

/** Our books do not say yet what became of it. */
export const isOutcomePending = ({ state, set_aside }: Attempt): boolean => !set_aside && isPending(state);

/** Younger payments may still be on their way into our books. */
const RECENT_MS = 5 * 60_000;

/** A young payment of which our books do not say yet what became of it. */
export function isInProgress(item: ReconciliationItem, now: Date): boolean {
  const attempt = findMatchingAttempt(item);
  const isRecent = now.getTime() - item.payment.created_at.getTime() < RECENT_MS;
  return isRecent && (!attempt || isOutcomePending(attempt));
}
