import { createCounter } from '@archaka/service-kit';
import type { RequestHandler } from 'express';
import type { Evidence, EvidenceKind, EvidenceSource } from '../../domain/evidence.ts';
import { type Attempt, CURRENCY, type Mismatch, type ProviderPayment } from '../../domain/ledger.ts';
import type { StoredEvidence } from '../../persistence/evidence-repository.ts';
import { webhookSchema } from '../../razorpay/webhook.ts';

/** Sources whose payment id comes from Razorpay itself. */
const SIGNED_SOURCES: readonly EvidenceSource[] = ['webhook', 'settlement'];

export type PaymentEvidence = StoredEvidence & { readonly payment_id: string };
export const isPaymentEvidence = (entry: StoredEvidence): entry is PaymentEvidence =>
  entry.payment_id !== null && (SIGNED_SOURCES.includes(entry.source) || entry.kind === 'returned-paid');

const FIELDS = ['amount', 'currency'] as const;

export function findContradiction(
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
