import type { Order } from '../../domain/ledger.ts';
import type { ProviderPayment } from '../../domain/provider-payment.ts';
import { findMismatch } from '../../domain/provider-payment.ts';
import type { ProviderDispute } from '../../razorpay/entities.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { coalesce } from './coalesce.ts';

export interface ProviderSnapshot {
  readonly payments: readonly ProviderPayment[];
  readonly isComplete: boolean;
  readonly at: Date;
}

interface ReportedDispute {
  readonly paymentId: string;
  readonly disputeId: string;
  /** Whether its webhook reports that it is lost. */
  readonly isLost: boolean;
}

export interface SnapshotReader {
  /** Captures an authorised payment that is overdue. Concurrent calls for an order share one fetch. */
  readonly fetchOrder: (order: Order) => Promise<ProviderSnapshot>;
  readonly fetchPayment: (paymentId: string) => Promise<ProviderSnapshot>;
  /** A lost dispute marks the payment as charged back. @throws ReportNotShown */
  readonly fetchDispute: (dispute: ReportedDispute) => Promise<ProviderSnapshot>;
}

/**
 * What Razorpay returns is older than its signed webhook, which the queue must process again: no poll finds a dispute,
 * nor a refund after the last poll of the order.
 */
export class ReportNotShown extends Error {
  override readonly name = 'ReportNotShown';

  constructor() {
    super('Razorpay does not show the dispute, refund or payment as its webhook does');
  }
}

/** https://razorpay.com/docs/api/disputes/entity */
const ONGOING: readonly unknown[] = ['open', 'under_review'];

export function createSnapshotReader(provider: Provider, captureAfterMs: number): SnapshotReader {
  const isOverdue = ({ status, created_at }: ProviderPayment, at: Date) =>
    status === 'authorized' && at.getTime() - created_at.getTime() >= captureAfterMs;

  /** Razorpay normally captures by itself. After a failure here the next poll tries again. */
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
    async fetchDispute({ paymentId, disputeId, isLost }) {
      const snapshot = await fetchPayment(paymentId);
      const dispute = await provider.findDispute(disputeId);
      const isOlder = isLost && ONGOING.includes(dispute?.status);
      if (!dispute || isOlder || snapshot.payments.length === 0) throw new ReportNotShown();
      return { ...snapshot, payments: snapshot.payments.map((payment) => applyDispute(payment, dispute)) };
    },
  };
}

/** Only a captured payment can be disputed, also when the response is older than its capture. */
function applyDispute(payment: ProviderPayment, dispute: ProviderDispute): ProviderPayment {
  const isLost = dispute.payment_id === payment.id && dispute.status === 'lost';
  return isLost && dispute.amount_deducted >= payment.amount
    ? { ...payment, status: 'charged_back', captured: true }
    : payment;
}
