import { createEvidence, type Evidence, type EvidenceSource, toFailureKind } from '../../domain/evidence.ts';
import {
  findByPayment,
  findMismatch,
  findOpenAttempt,
  type Ledger,
  type LedgerChange,
  type Order,
  type ProviderPayment,
} from '../../domain/ledger.ts';
import type { ProviderDispute } from '../../razorpay/provider.ts';
import type { Parts } from '../parts.ts';

type SnapshotParts = Pick<Parts, 'provider' | 'settings'>;

export interface ProviderSnapshot {
  readonly payments: readonly ProviderPayment[];
  readonly isComplete: boolean;
  readonly at: Date;
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

/** Captures an authorised payment that is overdue. */
export async function fetchOrder(parts: SnapshotParts, order: Order): Promise<ProviderSnapshot> {
  const at = new Date();
  const payments = await parts.provider.listPayments(order.order_id);
  return { at, isComplete: true, payments: await captureOverdue(parts, order, { payments, at }) };
}

/** Razorpay normally captures by itself. After a failure here the next poll tries again. */
async function captureOverdue(
  { provider, settings }: SnapshotParts,
  order: Order,
  { payments, at }: Pick<ProviderSnapshot, 'payments' | 'at'>,
): Promise<readonly ProviderPayment[]> {
  if (order.state === 'captured' || payments.some(({ status }) => status === 'captured')) return payments;
  const overdue = payments.find(
    (payment) =>
      payment.status === 'authorized' &&
      at.getTime() - payment.created_at.getTime() >= settings.captureAfterMs &&
      !findMismatch(order, payment),
  );
  if (!overdue) return payments;
  const captured = await provider.capture(overdue).catch(() => overdue);
  return payments.map((payment) => (payment === overdue ? captured : payment));
}

export async function fetchPayment(
  { provider }: Pick<Parts, 'provider'>,
  paymentId: string,
): Promise<ProviderSnapshot> {
  const at = new Date();
  const found = await provider.findPayment(paymentId);
  return { at, isComplete: false, payments: found ? [found] : [] };
}

interface ReportedDispute {
  readonly paymentId: string;
  readonly disputeId: string;
  /** Whether its webhook reports that it is lost. */
  readonly isLost: boolean;
}

/** https://razorpay.com/docs/api/disputes/entity */
const ONGOING: readonly unknown[] = ['open', 'under_review'];

/** A lost dispute marks the payment as charged back. @throws ReportNotShown */
export async function fetchDispute(
  parts: Pick<Parts, 'provider'>,
  { paymentId, disputeId, isLost }: ReportedDispute,
): Promise<ProviderSnapshot> {
  const snapshot = await fetchPayment(parts, paymentId);
  const dispute = await parts.provider.findDispute(disputeId);
  const isOlder = isLost && ONGOING.includes(dispute?.status);
  if (!dispute || isOlder || snapshot.payments.length === 0) throw new ReportNotShown();
  return { ...snapshot, payments: snapshot.payments.map((payment) => applyDispute(payment, dispute)) };
}

/** Only a captured payment can be disputed, also when the response is older than its capture. */
function applyDispute(payment: ProviderPayment, dispute: ProviderDispute): ProviderPayment {
  const isLost = dispute.payment_id === payment.id && dispute.status === 'lost';
  return isLost && dispute.amount_deducted >= payment.amount
    ? { ...payment, status: 'charged_back', captured: true }
    : payment;
}

export interface SnapshotSource {
  readonly snapshot: ProviderSnapshot;
  readonly source: EvidenceSource;
  /** The payment that the triggering evidence reported; it needs no evidence of its own. */
  readonly reportedPaymentId?: string | null;
}

type Finding = Omit<Parameters<typeof createEvidence>[0], 'order_id'>;

/** The same finding has the same key at every poll. */
export function toSnapshotEvidence(
  { ledger, mismatches }: LedgerChange,
  { snapshot, source, reportedPaymentId = null }: SnapshotSource,
): Evidence[] {
  const { order_id } = ledger.order;
  const findings: Finding[] = [];
  if (snapshot.isComplete) findings.push(...listPolled(ledger, { snapshot, source, reportedPaymentId }));
  for (const mismatch of mismatches) {
    const { payment_id } = mismatch;
    const key = `mismatch:${order_id}:${payment_id}`;
    findings.push({ key, source, kind: 'mismatch', payment_id, received: { ...mismatch } });
  }
  for (const { payment_id, refund } of ledger.attempts) {
    const key = `refund:${payment_id}:deciding`;
    if (refund?.status === 'deciding')
      findings.push({ key, source: 'refund', kind: 'refund-deciding', payment_id });
  }
  return findings.map((finding) => createEvidence({ order_id, ...finding }));
}

function listPolled(ledger: Ledger, { snapshot, source, reportedPaymentId }: SnapshotSource): Finding[] {
  const isPoll = source === 'poll' || source === 'cancel';
  const findings: Finding[] = snapshot.payments
    .filter(
      ({ id }) => (isPoll || id !== reportedPaymentId) && findByPayment(ledger, id)?.set_aside === false,
    )
    .map(({ id, status, amount, currency, method, error }) => ({
      key: `poll:${id}:${status}`,
      source: 'poll',
      kind: status === 'failed' ? toFailureKind(status, error) : status,
      payment_id: id,
      received: { status, amount, currency, method, error },
    }));
  const open = isPoll && findOpenAttempt(ledger);
  if (!open) return findings;
  const key = `poll:${open.id}:${open.checkout_visits}`;
  return [...findings, { key, source: 'poll', kind: 'no-payment', attempt_id: open.id }];
}
