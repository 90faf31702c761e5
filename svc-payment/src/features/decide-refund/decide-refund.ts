import type { Database } from '@archaka/service-kit';
import { createEvidence, type Evidence } from '../../domain/evidence.ts';
import { type Attempt, findByPayment, upsertAttempt } from '../../domain/ledger.ts';
import { approveRefund, rejectRefund } from '../../domain/refund.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';

interface DecideRefundDependencies {
  readonly db: Database;
  readonly attempts: AttemptRepository;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
}

export interface Decision {
  readonly paymentId: string;
  readonly outcome: 'approve' | 'refuse';
  readonly by: string;
}

export class NoPendingDecision extends Error {
  override readonly name = 'NoPendingDecision';
}

/** The running service issues an approved refund. @throws NoPendingDecision */
export function createDecideRefund({ db, attempts, ledgers, evidence }: DecideRefundDependencies) {
  const noPendingDecision = (paymentId: string) =>
    new NoPendingDecision(`There is nothing to decide about ${paymentId}: see \`npm run refunds -- list\`.`);

  return async ({ paymentId, outcome, by }: Decision): Promise<void> => {
    const pending = await attempts.findByPayment(paymentId);
    if (!pending) throw noPendingDecision(paymentId);
    await db.transaction(async () => {
      const before = await ledgers.open(pending.order_id);
      const attempt = before && findByPayment(before, paymentId);
      const decided =
        attempt && (outcome === 'approve' ? approveRefund(attempt, new Date()) : rejectRefund(attempt));
      if (!before || !decided) throw noPendingDecision(paymentId);
      await ledgers.write(before, upsertAttempt(before, decided));
      await evidence.store(toDecisionEvidence(decided, { outcome, by }));
    });
  };
}

function toDecisionEvidence(
  { order_id, payment_id, returning_by }: Attempt,
  { outcome, by }: Pick<Decision, 'outcome' | 'by'>,
): Evidence {
  const kind = outcome === 'approve' ? 'refund-approved' : 'refund-kept';
  const key = `${kind}:${payment_id}:${returning_by?.getTime() ?? ''}`;
  return createEvidence({ key, source: 'refund', tells: kind, order_id, payment_id, received: { by } });
}
