import type { PaymentAttempt } from '@archaka/contracts';
import { portalStore } from '../store/portal-store.ts';
import { checkoutApi } from './checkout-api.ts';

const isPending = ({ state }: PaymentAttempt): boolean => state === 'unknown' || state === 'held';

/**
 * Looks whether the money of an earlier payment of the order may still be taken. Most orders have none, and so
 * what asks about it is not loaded.
 * @returns the question for the applicant; null when nothing is to be paid now, which has been said; undefined when
 * nothing is in the way
 */
export async function findPendingPayment(orderId: string) {
  const { data } = await portalStore.dispatch(checkoutApi.endpoints.attempts.initiate({ order_id: orderId }));
  const known = data?.data ?? [];
  if (!known.some(isPending)) return undefined;
  const { checkPendingPayment } = await import('./pending-payment/check-pending-payment.ts');
  return checkPendingPayment(orderId, known);
}
