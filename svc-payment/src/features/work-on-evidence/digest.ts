import type { Log } from '@archaka/service-kit';
import type { AttemptStore } from '../../store/attempts.ts';
import type { EvidenceStore, StoredEvidence } from '../../store/evidence.ts';
import type { OrderStore } from '../../store/orders.ts';
import type { Look, Looks } from '../settle-order/look-at-order.ts';
import type { SettleOrder } from '../settle-order/settle-order.ts';

interface Parts {
  readonly orders: OrderStore;
  readonly attempts: AttemptStore;
  readonly evidence: EvidenceStore;
  readonly looks: Looks;
  readonly settle: SettleOrder;
  /** Called when there is news about a refund. */
  readonly onReturning: () => void;
  readonly log: Log;
}

/** What was said is only a reason to ask Razorpay; what it answers is what counts. */
export function digestEvidence({ orders, attempts, evidence, looks, settle, onReturning, log }: Parts) {
  /** Razorpay signed a payment's name: that payment is asked about. */
  async function lookAtPayment({
    _id,
    source,
    order_id,
    payment_id,
  }: StoredEvidence & { payment_id: string }) {
    const look = await looks.atPayment(payment_id);
    const of = order_id ?? look.payments[0]?.order_id ?? null;
    if (look.payments.length === 0)
      log.warn({ order_id: of }, 'Razorpay does not know a payment it told about');
    if (of === null) return evidence.done(_id);
    await settle({ order_id: of, look, source, evidenceKey: _id });
  }

  /** Somebody said that nothing was paid: the whole order is asked about. */
  async function lookAtOrder({ _id, source, order_id }: StoredEvidence & { order_id: string }) {
    const order = await orders.find(order_id);
    if (!order) return evidence.done(_id);
    const look: Look = await looks.atOrder(order);
    const occasion = source === 'cancel' ? 'cancel' : 'look';
    await settle({ order_id, look, source, occasion, evidenceKey: _id });
  }

  async function hurryRefund({ source, payment_id, tells }: StoredEvidence): Promise<void> {
    if (source !== 'webhook' || !payment_id || !tells.startsWith('refund-')) return;
    await attempts.refundNews(payment_id);
    onReturning();
  }

  return async (piece: StoredEvidence): Promise<void> => {
    await hurryRefund(piece);
    const { order_id, payment_id, tells } = piece;
    const signed = piece.source === 'webhook' || tells === 'came-back-paid';
    if (signed && payment_id !== null) return lookAtPayment({ ...piece, payment_id });
    if (order_id !== null) return lookAtOrder({ ...piece, order_id });
    return evidence.done(piece._id);
  };
}
export type Digest = ReturnType<typeof digestEvidence>;
