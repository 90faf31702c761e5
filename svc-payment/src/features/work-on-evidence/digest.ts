import type { Log } from '@archaka/service-kit';
import { type Source, evidence as toEvidence } from '../../domain/evidence.ts';
import type { Mismatch } from '../../domain/mismatch.ts';
import type { AttemptStore } from '../../store/attempts.ts';
import type { EvidenceStore, StoredEvidence } from '../../store/evidence.ts';
import type { OrderStore } from '../../store/orders.ts';
import { countRefused } from '../evidence-refused.ts';
import type { Look, Looks } from '../settle-order/look-at-order.ts';
import type { SettleOrder } from '../settle-order/settle-order.ts';
import { webhook } from '../take-webhook/webhook.ts';
import { findContradiction } from './contradiction.ts';
import type { IsKnown } from './nothing-new.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Their payments are named by Razorpay itself. */
const SIGNED: readonly Source[] = ['webhook', 'settlement'];

type WithPayment = StoredEvidence & { readonly payment_id: string };

interface Parts {
  readonly orders: OrderStore;
  readonly attempts: AttemptStore;
  readonly evidence: EvidenceStore;
  readonly isKnown: IsKnown;
  readonly looks: Looks;
  readonly settle: SettleOrder;
  /** Called when there is news about a refund. */
  readonly onReturning: () => void;
  readonly log: Log;
}

/** What was said is only a reason to ask Razorpay; what it answers is what counts. */
export function digestEvidence({
  orders,
  attempts,
  evidence,
  isKnown,
  looks,
  settle,
  onReturning,
  log,
}: Parts) {
  /** Razorpay signed a payment's name: that payment is asked about, unless it was and this is no news. */
  async function lookAtPayment(piece: WithPayment): Promise<void> {
    const { _id, source, payment_id } = piece;
    if (await isKnown(piece)) return;
    const dispute_id = disputeIn(piece);
    const look = await (dispute_id
      ? looks.atDispute({ payment_id, dispute_id })
      : looks.atPayment(payment_id));
    const [payment] = look.payments;
    const contradiction = payment && findContradiction(piece, payment);
    if (contradiction) return setAside(piece, contradiction);

    const order_id = piece.order_id ?? payment?.order_id ?? null;
    if (!payment) log.warn({ order_id }, 'Razorpay does not know a payment it told about');
    const ledger = order_id && (await settle({ order_id, look, source, evidenceKey: _id }));
    if (!ledger) countRefused(source, 'unknown-order');
    else if (!payment) countRefused(source, 'unknown-payment');
  }

  /** Whatever the piece is, it is not Razorpay's word about this payment. */
  async function setAside({ _id, source, order_id, payment_id }: StoredEvidence, mismatch: Mismatch) {
    const key = `mismatch:${_id}`;
    const tells = 'mismatch';
    await evidence.keep(toEvidence({ key, source, tells, order_id, payment_id, received: { ...mismatch } }));
    countRefused(source, 'mismatch');
    log.error({ order_id, mismatch }, 'a piece of evidence is not what Razorpay shows');
  }

  /** Somebody said that nothing was paid: the whole order is asked about. */
  async function lookAtOrder({ _id, source, order_id }: StoredEvidence & { order_id: string }) {
    const order = await orders.find(order_id);
    if (!order) {
      return countRefused(source, 'unknown-order');
    }
    const look: Look = await looks.atOrder(order);
    const occasion = source === 'cancel' ? 'cancel' : 'look';
    await settle({ order_id, look, source, occasion, evidenceKey: _id });
  }

  async function hurryRefund({ source, payment_id, tells }: StoredEvidence): Promise<void> {
    if (source !== 'webhook' || !payment_id || !tells.startsWith('refund-')) return;
    await attempts.refundNews(payment_id);
    onReturning();
  }

  /** The events of a payment come together, and after the first one the others are known. */
  const inTurn = oneAtATime(({ payment_id }: WithPayment) => payment_id, lookAtPayment);

  return async (piece: StoredEvidence): Promise<void> => {
    await hurryRefund(piece);
    const { order_id, payment_id, tells } = piece;
    const signed = SIGNED.includes(piece.source) || tells === 'came-back-paid';
    if (signed && payment_id !== null) return inTurn({ ...piece, payment_id });
    if (order_id !== null) return lookAtOrder({ ...piece, order_id });
  };
}

/** The dispute that a webhook tells of. */
const disputeIn = ({ received }: StoredEvidence): string | undefined =>
  webhook.safeParse(received).data?.payload.dispute?.entity.id ?? undefined;
