import type { Database, Log, Reschedule } from '@archaka/service-kit';
import { createEvidence, type EvidenceKind } from '../../domain/evidence.ts';
import { type Attempt, findByPayment, type Refund, upsertAttempt } from '../../domain/ledger.ts';
import { isRefundPending, recordRefund, refundPollDelay } from '../../domain/refund.ts';
import { type StoredAttempt, toAttempt } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';
import { ProviderRejection } from '../../razorpay/failures.ts';
import type { Provider } from '../../razorpay/provider.ts';

interface IssueRefundsDependencies {
  readonly db: Database;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
  readonly provider: Provider;
  readonly log: Log;
}

interface RefundAttempt extends Attempt {
  readonly payment_id: string;
  readonly refund: Refund;
}

const hasRefund = (attempt: Attempt): attempt is RefundAttempt =>
  attempt.payment_id !== null && attempt.refund !== null;

/** Follows a refund until its outcome is known. The request is idempotent at Razorpay, so a crash does no harm. */
export function createIssueRefunds({ db, ledgers, evidence, provider, log }: IssueRefundsDependencies) {
  async function advanceRefund({ payment_id, amount, refund }: RefundAttempt): Promise<Refund> {
    try {
      const { id, status } = refund.id
        ? await provider.getRefund(payment_id, refund.id)
        : await provider.refund({ paymentId: payment_id, amount });
      return { ...refund, id, status: status === 'failed' ? 'refused' : status };
    } catch (error) {
      if (!(error instanceof ProviderRejection)) throw error;
      return { ...refund, status: (await isRefunded(payment_id)) ? 'processed' : 'refused' };
    }
  }

  /** Razorpay also rejects a refund when a clerk refunded the payment by hand. */
  const isRefunded = async (paymentId: string) =>
    (await provider.findPayment(paymentId))?.status === 'refunded';

  async function storeRefund({ order_id, payment_id }: RefundAttempt, refund: Refund): Promise<void> {
    await db.transaction(async () => {
      const before = await ledgers.open(order_id);
      const attempt = before && findByPayment(before, payment_id);
      const recorded = attempt && recordRefund(attempt, refund);
      if (!before || !recorded) return;
      await ledgers.write(before, upsertAttempt(before, recorded));
      await evidence.store(toRefundEvidence(attempt, 'asked'));
      if (refund.status !== 'wanted') await evidence.store(toRefundEvidence(attempt, refund.status));
    });
    if (refund.status === 'refused')
      log.error({ order_id }, 'Razorpay rejected a refund; an operator must act: npm run refunds -- list');
  }

  return async (
    stored: StoredAttempt,
    { claimedAt }: { claimedAt: Date },
  ): Promise<Reschedule | undefined> => {
    const attempt = toAttempt(stored);
    if (!hasRefund(attempt)) return undefined;
    const refund = await advanceRefund(attempt);
    await storeRefund(attempt, refund);
    return isRefundPending({ ...attempt, refund })
      ? { againInMs: refundPollDelay(attempt, claimedAt) }
      : undefined;
  };
}

function toRefundEvidence(
  { order_id, payment_id, refund }: Attempt,
  step: 'asked' | Exclude<Refund['status'], 'wanted'>,
) {
  const kind: EvidenceKind =
    step === 'asked' ? `refund-asked-${refund?.reason ?? 'paid-twice'}` : `refund-${step}`;
  return createEvidence({
    key: `refund:${payment_id}:${step}`,
    source: 'refund',
    tells: kind,
    order_id,
    payment_id,
  });
}
