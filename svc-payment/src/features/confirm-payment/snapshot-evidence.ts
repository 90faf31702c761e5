import { createEvidence, type Evidence, type EvidenceSource, toFailureKind } from '../../domain/evidence.ts';
import { findByPayment, findOpenAttempt, type Ledger } from '../../domain/ledger.ts';
import type { LedgerChange } from '../../domain/transitions.ts';
import type { ProviderSnapshot } from './provider-snapshot.ts';

export interface SnapshotSource {
  readonly snapshot: ProviderSnapshot;
  readonly source: EvidenceSource;
  /** Payments that the triggering evidence reported; they need no evidence of their own. */
  readonly reportedPaymentIds?: ReadonlySet<string | null> | undefined;
}

/** The same finding has the same key at every poll. */
export function toSnapshotEvidence(
  { ledger, mismatches }: LedgerChange,
  { snapshot, source, reportedPaymentIds = NO_PAYMENT_IDS }: SnapshotSource,
): Evidence[] {
  const { order_id } = ledger.order;
  const mismatchEvidence = mismatches.map((mismatch) =>
    createEvidence({
      key: `mismatch:${order_id}:${mismatch.payment_id}`,
      source,
      tells: 'mismatch',
      order_id,
      payment_id: mismatch.payment_id,
      received: { ...mismatch },
    }),
  );
  const found = [...mismatchEvidence, ...toApprovalEvidence(ledger)];
  if (!snapshot.isComplete) return found;
  const isPoll = source === 'poll' || source === 'cancel';
  return [
    ...toPollEvidence(ledger, snapshot, isPoll ? NO_PAYMENT_IDS : reportedPaymentIds),
    ...(isPoll ? toOpenAttemptEvidence(ledger) : []),
    ...found,
  ];
}

const NO_PAYMENT_IDS: ReadonlySet<string | null> = new Set();

const toApprovalEvidence = ({ order: { order_id }, attempts }: Ledger): Evidence[] =>
  attempts
    .filter(({ refund }) => refund?.status === 'deciding')
    .map(({ payment_id }) =>
      createEvidence({
        key: `refund:${payment_id}:deciding`,
        source: 'refund',
        tells: 'refund-deciding',
        order_id,
        payment_id,
      }),
    );

function toPollEvidence(
  ledger: Ledger,
  snapshot: ProviderSnapshot,
  reportedPaymentIds: ReadonlySet<string | null>,
): Evidence[] {
  const { order_id } = ledger.order;
  return snapshot.payments
    .filter(({ id }) => !reportedPaymentIds.has(id) && findByPayment(ledger, id)?.set_aside === false)
    .map(({ id, status, amount, currency, method, error }) =>
      createEvidence({
        key: `poll:${id}:${status}`,
        source: 'poll',
        tells: status === 'failed' ? toFailureKind(status, error) : status,
        order_id,
        payment_id: id,
        received: { status, amount, currency, method, error },
      }),
    );
}

function toOpenAttemptEvidence(ledger: Ledger): Evidence[] {
  const { order_id } = ledger.order;
  const attempt = findOpenAttempt(ledger);
  if (!attempt) return [];
  const { id: attempt_id, leavings: checkoutVisits } = attempt;
  const key = `poll:${attempt_id}:${checkoutVisits}`;
  return [createEvidence({ key, source: 'poll', tells: 'none', order_id, attempt_id })];
}
