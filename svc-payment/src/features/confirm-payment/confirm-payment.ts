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
import { createBatcher, type StoredEvidence } from '../../persistence/evidence-repository.ts';
import type { StoredLedger } from '../../persistence/ledger-repository.ts';
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

/** Evidence of an order is processed together that is claimed together, or while other evidence of it is processed. */
export function createEvidenceProcessor(parts: ConfirmParts) {
  const create = () => createBatcher((entries: readonly StoredEvidence[]) => processEvidence(parts, entries));
  const orders = new Map<string, { readonly process: ReturnType<typeof create>; waiting: number }>();
  return async (entry: StoredEvidence): Promise<undefined> => {
    const key = entry.order_id ?? entry._id;
    const order = orders.get(key) ?? { process: create(), waiting: 0 };
    orders.set(key, order);
    order.waiting += 1;
    await order.process(entry).finally(() => {
      order.waiting -= 1;
      if (order.waiting === 0) orders.delete(key);
    });
  };
}

/**
 * Of one order, whose states follow Razorpay's response: evidence only triggers a fetch, and a repeat changes nothing.
 * Returns an error for evidence that the queue repeats. @throws DependencyUnavailable
 */
async function processEvidence(parts: ConfirmParts, entries: readonly StoredEvidence[]) {
  const orderId = entries[0]?.order_id;
  const known = await parts.ledgers.open(orderId);
  let fetched: Promise<ProviderSnapshot> | undefined;
  const fetchPayments = (order: CreatedOrder) => (fetched ??= fetchOrder(parts, order));
  const verified = entries.map((entry) => verify(parts, entry, { known, fetchPayments }));
  const outcomes = await Promise.all(verified.map((update) => update.catch((error: Error) => error)));

  const updates = outcomes.flatMap((outcome) => (!outcome || outcome instanceof Error ? [] : [outcome]));
  if (updates.length === 0) return outcomes;
  const ledger = known ?? (await parts.ledgers.open(orderId ?? updates[0]?.snapshot.payments[0]?.order_id));
  if (!ledger || !(await updateLedger(parts, ledger, updates)))
    for (const { source } of updates) countRejectedEvidence(source, 'unknown-order');
  return outcomes;
}

interface KnownOrder {
  readonly known: StoredLedger | undefined;
  readonly fetchPayments: (order: CreatedOrder) => Promise<ProviderSnapshot>;
}

/** Undefined for evidence without effect. @throws DependencyUnavailable, ReportNotShown */
async function verify(
  parts: ConfirmParts,
  entry: StoredEvidence,
  order: KnownOrder,
): Promise<LedgerUpdate | undefined> {
  await expediteRefund(parts, entry);
  const snapshot = await fetchReported(parts, entry, order);
  if (!snapshot) return undefined;
  const { source, payment_id: reportedPaymentId } = entry;
  const payment = snapshot.payments.find(({ id }) => id === reportedPaymentId);
  const contradiction = payment && findContradiction(entry, payment);
  if (contradiction) return void (await quarantine(parts, entry, contradiction));
  if (lacksRefund(entry, payment)) throw new ReportNotShown();
  return { snapshot, source, reportedPaymentId, trigger: isUnpaidReturn(entry) ? 'cancel' : 'poll' };
}

async function fetchReported(
  parts: ConfirmParts,
  entry: StoredEvidence,
  { known, fetchPayments }: KnownOrder,
): Promise<ProviderSnapshot | undefined> {
  const { order_id, payment_id: paymentId, dispute_id: disputeId, source, kind } = entry;
  if (order_id !== null && disputeId === null) {
    if (!known) return void countRejectedEvidence(source, 'unknown-order');
    if (known.attempts.some((attempt) => isAlreadyConfirmed(entry, attempt))) return undefined;
    const snapshot = await fetchPayments(known.order);
    if (!isPaymentEvidence(entry) || snapshot.payments.some(({ id }) => id === paymentId)) return snapshot;
  }
  if (!isPaymentEvidence(entry)) return undefined;

  const snapshot = await (disputeId === null
    ? fetchPayment(parts, entry.payment_id)
    : fetchDispute(parts, { paymentId: entry.payment_id, disputeId, isLost: kind === 'dispute-lost' }));
  if (snapshot.payments.length > 0) return snapshot;
  if (lacksRefund(entry, undefined)) throw new ReportNotShown();
  parts.log.warn({ order_id }, 'Razorpay has no payment of this ID although evidence names it');
  countRejectedEvidence(source, order_id === null ? 'unknown-order' : 'unknown-payment');
  return undefined;
}

async function expediteRefund(
  { attempts, refundQueue }: ConfirmParts,
  { source, payment_id, kind }: StoredEvidence,
): Promise<void> {
  if (source !== 'webhook' || !payment_id || !kind.startsWith('refund-')) return;
  await attempts.markRefundDue(payment_id);
  refundQueue.notify();
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
  return updateLedger(parts, await parts.ledgers.read(order), [{ snapshot, source: 'poll', trigger }]);
}

interface LedgerUpdate extends SnapshotSource {
  readonly trigger: SyncTrigger;
}

/** The only writer of payment states: states, events and evidence share one transaction. Undefined for an unknown order. */
async function updateLedger(
  { ledgers, evidence, events, log, settings, refundQueue }: ConfirmParts,
  known: StoredLedger,
  updates: readonly LedgerUpdate[],
): Promise<Ledger | undefined> {
  const { secondPayment } = settings;
  const result = await ledgers.change(known, async (before) => {
    let ledger: Ledger = before;
    const steps = updates.map((update) => {
      const change = applySnapshot(ledger, { ...update.snapshot, trigger: update.trigger, secondPayment });
      ledger = change.ledger;
      return { ...change, source: update.source, entries: toSnapshotEvidence(change, update) };
    });
    const entries = new Map(steps.flatMap((step) => step.entries.map((entry) => [entry.key, entry])));
    if (ledger !== before || entries.size > 0) await ledgers.write(before, ledger);
    for (const entry of entries.values()) await evidence.store(entry);
    for (const { event, data } of steps.flatMap((step) => step.events)) await events.publish(event, data);
    return { ledger, steps };
  });
  if (!result) return undefined;

  const { order_id } = known.order;
  for (const { source, mismatches } of result.steps) {
    for (const mismatch of mismatches) {
      countRejectedEvidence(source, 'mismatch');
      log.error(
        { order_id, mismatch },
        'a payment does not match its order and was set aside; an operator must check it',
      );
    }
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
