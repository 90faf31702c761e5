import { createEvidence, type Evidence, type EvidenceSource, toFailureKind } from '../../domain/evidence.ts';
import { findByPayment, findOpenAttempt, type Ledger } from '../../domain/ledger.ts';
import type { LedgerChange } from '../../domain/transitions.ts';
import type { ProviderSnapshot } from './provider-snapshot.ts';

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
