import type { Attempt, Order } from '../../domain/ledger.ts';
import { CAPTURED_STATES, isPending } from '../../domain/states.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';

export interface ReconciliationItem {
  readonly payment: ListedPayment;
  /** Undefined for an unknown order. */
  readonly order: Order | undefined;
  /** From all orders of the application. */
  readonly attempts: readonly Attempt[];
  /** Without failed refunds. */
  readonly refunds: number;
}

export const findMatchingAttempt = ({ payment, attempts }: ReconciliationItem): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === payment.id);

export const isUnrefundedCapture = ({ status, amount_refunded }: ListedPayment): boolean =>
  status === 'captured' && amount_refunded === 0;

export const wasCaptured = ({ state, set_aside }: Attempt): boolean =>
  !set_aside && CAPTURED_STATES.includes(state);

const REFUND_STATES: readonly Attempt['state'][] = ['returning', 'returned'];

export const isRefundStarted = ({ state }: Attempt): boolean => REFUND_STATES.includes(state);

export const isOutcomePending = ({ state, set_aside }: Attempt): boolean => !set_aside && isPending(state);

/** A payment may take this long to be recorded here. */
const RECENT_MS = 5 * 60_000;

export function isInProgress(item: ReconciliationItem, now: Date): boolean {
  const attempt = findMatchingAttempt(item);
  const isRecent = now.getTime() - item.payment.created_at.getTime() < RECENT_MS;
  return isRecent && (!attempt || isOutcomePending(attempt));
}
