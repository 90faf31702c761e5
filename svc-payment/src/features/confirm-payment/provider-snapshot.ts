import type { Order } from '../../domain/ledger.ts';
import { findMismatch } from '../../domain/mismatch.ts';
import type { ProviderPayment } from '../../domain/provider-payment.ts';
import type { ProviderDispute } from '../../razorpay/entities.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { coalesce } from './coalesce.ts';

/** What Razorpay shows of an order at a moment. */
export interface ProviderSnapshot {
  readonly payments: readonly ProviderPayment[];
  /** All of the order's payments, or one. */
  readonly isComplete: boolean;
  readonly at: Date;
}

export interface SnapshotReader {
  /**
   * At all payments of the order. Takes the money of one that waited too long for it. Several hints that come
   * together are one look.
   */
  readonly fetchOrder: (order: Order) => Promise<ProviderSnapshot>;
  /** At one payment; nothing in it when Razorpay does not know it. */
  readonly fetchPayment: (paymentId: string) => Promise<ProviderSnapshot>;
  /** At one payment and at a dispute about it: one that was lost took the money back. */
  readonly fetchDispute: (dispute: { paymentId: string; disputeId: string }) => Promise<ProviderSnapshot>;
}

export function createSnapshotReader(provider: Provider, captureAfterMs: number): SnapshotReader {
  const isOverdue = ({ status, created_at }: ProviderPayment, at: Date) =>
    status === 'authorized' && at.getTime() - created_at.getTime() >= captureAfterMs;

  /** Capturing is Razorpay's part; when it fails here too, the payment stays held and is tried again. */
  async function captureOverdue(order: Order, payments: readonly ProviderPayment[], at: Date) {
    if (order.state === 'captured' || payments.some(({ status }) => status === 'captured')) return payments;
    const overdue = payments.find((payment) => isOverdue(payment, at) && !findMismatch(order, payment));
    if (!overdue) return payments;
    const capturedPayment = await provider.capture(overdue).catch(() => overdue);
    return payments.map((payment) => (payment === overdue ? capturedPayment : payment));
  }

  const fetchPayment: SnapshotReader['fetchPayment'] = async (paymentId) => {
    const at = new Date();
    const found = await provider.findPayment(paymentId);
    return { at, isComplete: false, payments: found ? [found] : [] };
  };

  async function fetchOrder(order: Order): Promise<ProviderSnapshot> {
    const at = new Date();
    const payments = await captureOverdue(order, await provider.listPayments(order.order_id), at);
    return { at, isComplete: true, payments };
  }

  return {
    fetchOrder: coalesce(({ order_id }: Order) => order_id, fetchOrder),
    fetchPayment,
    async fetchDispute({ paymentId, disputeId }) {
      const snapshot = await fetchPayment(paymentId);
      const dispute = await provider.findDispute(disputeId);
      return { ...snapshot, payments: snapshot.payments.map((payment) => applyDispute(payment, dispute)) };
    },
  };
}

function applyDispute(payment: ProviderPayment, dispute: ProviderDispute | undefined): ProviderPayment {
  const isLost = dispute?.payment_id === payment.id && dispute.status === 'lost';
  return isLost && dispute.amount_deducted >= payment.amount
    ? { ...payment, status: 'charged_back' }
    : payment;
}
