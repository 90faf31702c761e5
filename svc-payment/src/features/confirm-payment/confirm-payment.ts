import { createCounter } from '@archaka/service-kit';
import type { RequestHandler } from 'express';
import { applySnapshot, type SyncTrigger } from '../../domain/apply-snapshot.ts';
import {
  createEvidence,
  type Evidence,
  type EvidenceKind,
  type EvidenceSource,
} from '../../domain/evidence.ts';
import {
  type Attempt,
  CURRENCY,
  type Ledger,
  type Mismatch,
  type ProviderPayment,
} from '../../domain/ledger.ts';
import type { StoredEvidence } from '../../persistence/evidence-repository.ts';
import type { CreatedOrder } from '../../persistence/order-repository.ts';
import { webhookSchema } from '../../razorpay/webhook.ts';
import type { Parts } from '../parts.ts';
import {
  fetchDispute,
  fetchOrder,
  fetchPayment,
  type ProviderSnapshot,
  ReportNotShown,
  type SnapshotSource,
  toSnapshotEvidence,
} from './provider-snapshot.ts';

type RejectionReason =
  | 'forged'
  | 'not-readable'
  | 'too-large'
  | 'unknown-order'
  | 'unknown-payment'
  | 'mismatch'
  | 'replayed';

const rejectedEvidence = createCounter<{ source: EvidenceSource; reason: RejectionReason }>({
  name: 'payment_evidence_refused_total',
  description: 'Evidence of payments without effect, by source and reason',
});

export const countRejectedEvidence = (source: EvidenceSource, reason: RejectionReason): void =>
  rejectedEvidence.add({ source, reason });

export const createEvidenceParser =
  (source: EvidenceSource, parseBody: RequestHandler): RequestHandler =>
  (request, response, next) =>
    parseBody(request, response, (error?: unknown) => {
      const { status } = Object(error) as { status?: unknown };
      if (error) countRejectedEvidence(source, status === 413 ? 'too-large' : 'not-readable');
      next(error);
    });

type ConfirmParts = Omit<Parts, 'mayPoll' | 'evidenceQueue' | 'tombstones'>;

/**
 * Evidence only triggers a fetch; payment states follow Razorpay's response. A repeat changes nothing, and the lock of
 * the ledger orders concurrent ones. @throws DependencyUnavailable, ReportNotShown: the queue repeats it
 */
export async function processEvidence(parts: ConfirmParts, entry: StoredEvidence): Promise<void> {
  await expediteRefund(parts, entry);
  const { order_id: orderId, payment_id: paymentId, dispute_id: disputeId, source, kind } = entry;
  if (orderId !== null && disputeId === null) {
    const order = await parts.orders.find(orderId);
    if (!order) return countRejectedEvidence(source, 'unknown-order');
    const { attempts } = await parts.ledgers.read(order);
    if (attempts.some((attempt) => isAlreadyConfirmed(entry, attempt))) return;
    const snapshot = await fetchOrder(parts, order);
    if (!isPaymentEvidence(entry) || snapshot.payments.some(({ id }) => id === paymentId))
      return confirm(parts, entry, snapshot);
  }
  if (!isPaymentEvidence(entry)) return;

  const snapshot = await (disputeId === null
    ? fetchPayment(parts, entry.payment_id)
    : fetchDispute(parts, { paymentId: entry.payment_id, disputeId, isLost: kind === 'dispute-lost' }));
  if (snapshot.payments.length > 0) return confirm(parts, entry, snapshot);
  if (lacksRefund(entry, undefined)) throw new ReportNotShown();
  parts.log.warn({ order_id: orderId }, 'Razorpay has no payment of this ID although evidence names it');
  countRejectedEvidence(source, orderId === null ? 'unknown-order' : 'unknown-payment');
}

async function expediteRefund(
  { attempts, refundQueue }: ConfirmParts,
  { source, payment_id, kind }: StoredEvidence,
): Promise<void> {
  if (source !== 'webhook' || !payment_id || !kind.startsWith('refund-')) return;
  await attempts.markRefundDue(payment_id);
  refundQueue.notify();
}

async function confirm(
  parts: ConfirmParts,
  entry: StoredEvidence,
  snapshot: ProviderSnapshot,
): Promise<void> {
  const { source, payment_id } = entry;
  const payment = snapshot.payments.find(({ id }) => id === payment_id);
  const contradiction = payment && findContradiction(entry, payment);
  if (contradiction) return quarantine(parts, entry, contradiction);
  if (lacksRefund(entry, payment)) throw new ReportNotShown();

  const orderId = entry.order_id ?? payment?.order_id ?? null;
  const trigger = isUnpaidReturn(entry) ? 'cancel' : 'poll';
  const update = { snapshot, source, trigger, reportedPaymentId: payment_id } as const;
  const ledger = orderId && (await updateLedger(parts, orderId, update));
  if (!ledger) countRejectedEvidence(source, 'unknown-order');
}

/** The checkout made no payment: it was cancelled, or it refused a typed UPI ID. */
const isUnpaidReturn = ({ source, kind, payment_id }: StoredEvidence): boolean =>
  source === 'cancel' || (kind === 'returned-failed-upi-id' && payment_id === null);

async function quarantine(
  { evidence, log }: ConfirmParts,
  { _id, source, order_id, payment_id }: StoredEvidence,
  mismatch: Mismatch,
): Promise<void> {
  const entry = { key: `mismatch:${_id}`, source, order_id, payment_id, received: { ...mismatch } };
  await evidence.store(createEvidence({ ...entry, kind: 'mismatch' }));
  countRejectedEvidence(source, 'mismatch');
  log.error(
    { order_id, mismatch },
    'evidence contradicts Razorpay and was set aside: docs/runbooks/ForgedEvidence.md',
  );
}

/** Undefined for an unknown order. @throws DependencyUnavailable when Razorpay does not answer */
export async function pollOrder(
  parts: ConfirmParts,
  order: CreatedOrder,
  trigger: SyncTrigger = 'poll',
): Promise<Ledger | undefined> {
  const snapshot = await fetchOrder(parts, order);
  return updateLedger(parts, order.order_id, { snapshot, source: 'poll', trigger });
}

interface LedgerUpdate extends SnapshotSource {
  readonly trigger: SyncTrigger;
}

/** The only writer of payment states: states, events and evidence share one transaction. Undefined for an unknown order. */
async function updateLedger(
  { db, ledgers, evidence, events, log, settings, refundQueue }: ConfirmParts,
  orderId: string,
  { trigger, ...source }: LedgerUpdate,
): Promise<Ledger | undefined> {
  const result = await db.transaction(async () => {
    const before = await ledgers.open(orderId);
    if (!before) return undefined;
    const { secondPayment } = settings;
    const change = applySnapshot(before, { ...source.snapshot, trigger, secondPayment });
    await ledgers.write(before, change.ledger);
    for (const entry of toSnapshotEvidence(change, source)) await evidence.store(entry);
    for (const { event, data } of change.events) await events.publish(event, data);
    return change;
  });
  if (!result) return undefined;

  for (const mismatch of result.mismatches) {
    countRejectedEvidence(source.source, 'mismatch');
    log.error(
      { order_id: orderId, mismatch },
      'a payment does not match its order and was set aside; an operator must check it',
    );
  }
  if (result.ledger.attempts.some(({ refund }) => refund?.status === 'requested')) refundQueue.notify();
  return result.ledger;
}

/** Sources whose payment id comes from Razorpay itself. */
const SIGNED_SOURCES: readonly EvidenceSource[] = ['webhook', 'settlement'];

type PaymentEvidence = StoredEvidence & { readonly payment_id: string };
const isPaymentEvidence = (entry: StoredEvidence): entry is PaymentEvidence =>
  entry.payment_id !== null && (SIGNED_SOURCES.includes(entry.source) || entry.kind === 'returned-paid');

const FIELDS = ['amount', 'currency'] as const;

function findContradiction(
  { received }: Pick<Evidence, 'received'>,
  payment: Pick<ProviderPayment, 'id' | 'amount' | 'currency'>,
): Mismatch | undefined {
  const reported = webhookSchema.safeParse(received).data?.payload.payment?.entity;
  if (reported?.id !== payment.id) return undefined;
  const field = FIELDS.find((name) => (reported[name] ?? payment[name]) !== payment[name]);
  return field && { payment_id: payment.id, field, expected: payment[field], found: reported[field] ?? null };
}

/** The evidence only repeats a capture that Razorpay has confirmed, so it needs no fetch. */
export function isAlreadyConfirmed(
  evidence: Pick<Evidence, 'kind' | 'order_id' | 'payment_id' | 'received'>,
  attempt: Attempt,
): boolean {
  const isCaptureReport = evidence.kind === 'authorized' || evidence.kind === 'captured';
  const isConfirmed = attempt.state === 'captured' && !attempt.set_aside;
  const { amount, order_id } = attempt;
  return (
    isCaptureReport &&
    evidence.payment_id === attempt.payment_id &&
    isConfirmed &&
    evidence.order_id === order_id &&
    !findContradiction(evidence, { id: attempt.payment_id ?? '', amount, currency: CURRENCY })
  );
}

const REFUND_REPORTS: readonly EvidenceKind[] = ['refund-pending', 'refund-processed'];

/** The webhook reports a full refund that the payment does not show. A refund in part does not change its state. */
export function lacksRefund(
  { kind, received }: Pick<Evidence, 'kind' | 'received'>,
  payment: Pick<ProviderPayment, 'status'> | undefined,
): boolean {
  if (!REFUND_REPORTS.includes(kind) || payment?.status === 'refunded') return false;
  const { payment: reported, refund } = webhookSchema.safeParse(received).data?.payload ?? {};
  const { amount, status } = reported?.entity ?? {};
  return status === 'refunded' || (refund?.entity.amount ?? 0) >= (amount ?? Number.POSITIVE_INFINITY);
}
