import type { Order } from '../../domain/ledger.ts';
import { findMismatch } from '../../domain/mismatch.ts';
import type { ProviderPayment } from '../../domain/provider-payment.ts';
import type { ProviderDispute } from '../../razorpay/entities.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { coalesce } from './coalesce.ts';

/** What Razorpay shows of an order at a moment. */
export interface Look {
  readonly payments: readonly ProviderPayment[];
  /** All of the order's payments, or one. */
  readonly whole: boolean;
  readonly at: Date;
}

export interface Looks {
  /**
   * At all payments of the order. Takes the money of one that waited too long for it. Several hints that come
   * together are one look.
   */
  readonly atOrder: (order: Order) => Promise<Look>;
  /** At one payment; nothing in it when Razorpay does not know it. */
  readonly atPayment: (paymentId: string) => Promise<Look>;
  /** At one payment and at a dispute about it: one that was lost took the money back. */
  readonly atDispute: (dispute: { payment_id: string; dispute_id: string }) => Promise<Look>;
}

export function looks(provider: Provider, captureAfterMs: number): Looks {
  const isOverdue = ({ status, created_at }: ProviderPayment, at: Date) =>
    status === 'authorized' && at.getTime() - created_at.getTime() >= captureAfterMs;

  /** Capturing is Razorpay's part; when it fails here too, the payment stays held and is tried again. */
  async function captured(order: Order, payments: readonly ProviderPayment[], at: Date) {
    if (order.state === 'captured' || payments.some(({ status }) => status === 'captured')) return payments;
    const overdue = payments.find((payment) => isOverdue(payment, at) && !findMismatch(order, payment));
    if (!overdue) return payments;
    const taken = await provider.capture(overdue).catch(() => overdue);
    return payments.map((payment) => (payment === overdue ? taken : payment));
  }

  const atPayment: Looks['atPayment'] = async (paymentId) => {
    const at = new Date();
    const found = await provider.findPayment(paymentId);
    return { at, whole: false, payments: found ? [found] : [] };
  };

  async function atOrder(order: Order): Promise<Look> {
    const at = new Date();
    const payments = await captured(order, await provider.paymentsOf(order.order_id), at);
    return { at, whole: true, payments };
  }

  return {
    atOrder: coalesce(({ order_id }: Order) => order_id, atOrder),
    atPayment,
    async atDispute({ payment_id, dispute_id }) {
      const look = await atPayment(payment_id);
      const dispute = await provider.findDispute(dispute_id);
      return { ...look, payments: look.payments.map((payment) => withDispute(payment, dispute)) };
    },
  };
}

function withDispute(payment: ProviderPayment, dispute: ProviderDispute | undefined): ProviderPayment {
  const isLost = dispute?.payment_id === payment.id && dispute.status === 'lost';
  return isLost && dispute.amount_deducted >= payment.amount
    ? { ...payment, status: 'charged_back' }
    : payment;
}
