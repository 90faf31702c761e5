import { randomUUID } from 'node:crypto';
import type { Log } from '@archaka/service-kit';
import { type Source, evidence as toEvidence } from '../../domain/evidence.ts';
import type { Mismatch } from '../../domain/mismatch.ts';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore, StoredEvidence } from '../../store/evidence.ts';
import type { OrderStore, PlacedOrder } from '../../store/orders.ts';
import { countRefused } from '../evidence-refused.ts';
import { coalesce } from '../settle-order/coalesce.ts';
import type { Look, Looks } from '../settle-order/look-at-order.ts';
import type { SettleOrder } from '../settle-order/settle-order.ts';
import { webhook } from '../take-webhook/webhook.ts';
import { findContradiction } from './contradiction.ts';
import { isKnownAlready } from './nothing-new.ts';

/** Their payments are named by Razorpay itself. */
const SIGNED: readonly Source[] = ['webhook', 'settlement'];

interface Parts {
  readonly orders: OrderStore;
  readonly books: BookStore;
  readonly refundNews: (paymentId: string) => Promise<void>;
  readonly evidence: EvidenceStore;
  readonly looks: Looks;
  readonly settle: SettleOrder;
  /** Called when there is news about a refund. */
  readonly onReturning: () => void;
  readonly log: Log;
}

interface Confirmed {
  readonly order: PlacedOrder;
  readonly look: Look;
  readonly confirmed: readonly StoredEvidence[];
}

type OfPayment = StoredEvidence & { readonly payment_id: string };
const isOfPayment = (piece: StoredEvidence): piece is OfPayment =>
  piece.payment_id !== null && (SIGNED.includes(piece.source) || piece.tells === 'came-back-paid');

/**
 * Processes evidence: what was said is only a reason to ask Razorpay, and what it answers is what counts. All that is
 * due about an order is processed by one look that begins after it was stored.
 */
export function digestEvidence(parts: Parts) {
  const { orders, books, evidence, looks, settle, refundNews, onReturning, log } = parts;

  async function hurryRefund({ source, payment_id, tells }: StoredEvidence): Promise<void> {
    if (source !== 'webhook' || !payment_id || !tells.startsWith('refund-')) return;
    await refundNews(payment_id);
    onReturning();
  }

  /** Whatever the piece is, it is not Razorpay's word about this payment. */
  async function setAside({ _id, source, order_id, payment_id }: StoredEvidence, mismatch: Mismatch) {
    const key = `mismatch:${_id}`;
    const tells = 'mismatch';
    await evidence.keep(toEvidence({ key, source, tells, order_id, payment_id, received: { ...mismatch } }));
    countRefused(source, 'mismatch');
    log.error({ order_id, mismatch }, 'a piece of evidence is not what Razorpay shows');
  }

  /** Asks about the piece's own payment: its order is not named, it has a dispute, or the order does not show it. */
  async function lookAtPayment(piece: OfPayment): Promise<void> {
    const { _id, source, payment_id } = piece;
    const dispute_id = disputeIn(piece);
    const look = await (dispute_id
      ? looks.atDispute({ payment_id, dispute_id })
      : looks.atPayment(payment_id));
    const [payment] = look.payments;
    const contradiction = payment && findContradiction(piece, payment);
    if (contradiction) return setAside(piece, contradiction);

    const order_id = piece.order_id ?? payment?.order_id ?? null;
    if (!payment) log.warn({ order_id }, 'Razorpay does not know a payment it told about');
    const ledger = order_id && (await settle({ order_id, look, source, finish: () => evidence.done(_id) }));
    if (!ledger) countRefused(source, 'unknown-order');
    else if (!payment) countRefused(source, 'unknown-payment');
  }

  async function lookAtOrder(order: PlacedOrder, pieces: readonly StoredEvidence[], look_id: string) {
    const { attempts } = await books.read(order);
    const news = pieces.filter((piece) => !attempts.some((attempt) => isKnownAlready(piece, attempt)));
    if (news.length === 0) return evidence.endLook(pieces, look_id);

    const look = await looks.atOrder(order);
    const { confirmed, contradicted, unseen } = compare(news, look);
    for (const { piece, mismatch } of contradicted) await setAside(piece, mismatch);
    const compared = pieces.filter((piece) => !unseen.some(({ _id }) => _id === piece._id));
    await settleLook({ order, look, confirmed }, () => evidence.endLook(compared, look_id));
    for (const piece of unseen) await lookAtPayment(piece);
  }

  async function settleLook(
    { order: { order_id }, look, confirmed }: Confirmed,
    finish: () => Promise<void>,
  ) {
    const [first] = confirmed;
    if (!first) return finish();
    const { source } = confirmed.find((piece) => piece.source === 'cancel') ?? first;
    const occasion = source === 'cancel' ? 'cancel' : 'look';
    const told = new Set(confirmed.map(({ payment_id }) => payment_id));
    await settle({ order_id, look, source, occasion, told, finish });
  }

  const processOrder = coalesce(
    (orderId: string) => orderId,
    async (orderId) => {
      const look_id = randomUUID();
      const pieces = await evidence.beginLook(orderId, look_id);
      if (pieces.length === 0) return;
      for (const piece of pieces) await hurryRefund(piece);
      const order = await orders.find(orderId);
      if (order) return lookAtOrder(order, pieces, look_id);
      for (const { source } of pieces) countRefused(source, 'unknown-order');
      await evidence.endLook(pieces, look_id);
    },
  );

  return async (piece: StoredEvidence): Promise<void> => {
    if (piece.order_id !== null && !piece.tells.startsWith('dispute')) return processOrder(piece.order_id);
    await hurryRefund(piece);
    if (isOfPayment(piece)) await lookAtPayment(piece);
  };
}

/** Compares what was said of an order with what Razorpay shows of it. */
function compare(pieces: readonly StoredEvidence[], { payments }: Look) {
  const confirmed: StoredEvidence[] = [];
  const contradicted: { piece: StoredEvidence; mismatch: Mismatch }[] = [];
  /** Their payments are not among those of the order. */
  const unseen: OfPayment[] = [];
  for (const piece of pieces) {
    const payment = payments.find(({ id }) => id === piece.payment_id);
    const mismatch = payment && findContradiction(piece, payment);
    if (mismatch) contradicted.push({ piece, mismatch });
    else if (isOfPayment(piece) && !payment) unseen.push(piece);
    else confirmed.push(piece);
  }
  return { confirmed, contradicted, unseen };
}

/** The dispute that a webhook tells of. */
const disputeIn = ({ received }: StoredEvidence): string | undefined =>
  webhook.safeParse(received).data?.payload.dispute?.entity.id ?? undefined;
