import type { Database } from '@archaka/service-kit';
import { createEvidence, type Evidence } from '../../domain/evidence.ts';
import { type Attempt, findByPayment, upsertAttempt } from '../../domain/ledger.ts';
import { rejectRefund } from '../../domain/refund.ts';
import { approveAsOperator } from '../../domain/refund-approval.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { LedgerRepository } from '../../persistence/ledger-repository.ts';

interface DecideRefundDependencies {
  readonly db: Database;
  readonly attempts: AttemptRepository;
  readonly ledgers: LedgerRepository;
  readonly evidence: EvidenceRepository;
  /** Paise; a larger refund needs two operators. */
  readonly limit: number;
}

export interface Decision {
  readonly paymentId: string;
  readonly outcome: 'approve' | 'refuse';
  /** The operator's id. */
  readonly by: string;
}

type DecisionResult = 'refunding' | 'awaiting-second' | 'refused';

/** The message says what the operator can do. */
export class DecisionRejected extends Error {
  override readonly name = 'DecisionRejected';
}

const createNothingToDecide = (paymentId: string) =>
  new DecisionRejected(`No decision is pending for ${paymentId}: see \`npm run refunds -- list\`.`);

/** @throws DecisionRejected when there is nothing to decide, or the second operator is the first */
function decide(
  attempt: Attempt,
  { paymentId, outcome, by, limit }: Decision & { readonly limit: number },
): { readonly result: DecisionResult; readonly decided: Attempt } {
  if (outcome === 'refuse') {
    const decided = rejectRefund(attempt);
    if (!decided) throw createNothingToDecide(paymentId);
    return { result: 'refused', decided };
  }
  const approval = approveAsOperator(attempt, { by, at: new Date(), limit });
  if (!approval) throw createNothingToDecide(paymentId);
  if (approval.outcome === 'same-operator')
    throw new DecisionRejected(
      `You have already approved ${paymentId}. A refund of this amount needs the approval of a second operator.`,
    );
  return { result: approval.outcome, decided: approval.attempt };
}

/** The running service issues an approved refund. @throws DecisionRejected */
export function createDecideRefund({ db, attempts, ledgers, evidence, limit }: DecideRefundDependencies) {
  return async (decision: Decision): Promise<DecisionResult> => {
    const { paymentId } = decision;
    const pending = await attempts.findByPayment(paymentId);
    if (!pending) throw createNothingToDecide(paymentId);
    return db.transaction(async () => {
      const before = await ledgers.open(pending.order_id);
      const attempt = before && findByPayment(before, paymentId);
      if (!before || !attempt) throw createNothingToDecide(paymentId);
      const { result, decided } = decide(attempt, { ...decision, limit });
      await ledgers.write(before, upsertAttempt(before, decided));
      if (result !== 'awaiting-second')
        await evidence.store(
          toDecisionEvidence(decided, { ...decision, first: attempt.refund?.approved_by }),
        );
      return result;
    });
  };
}

function toDecisionEvidence(
  { order_id, payment_id, returning_by }: Attempt,
  { outcome, by, first }: Decision & { readonly first: string | undefined },
): Evidence {
  const kind = outcome === 'approve' ? 'refund-approved' : 'refund-kept';
  const key = `${kind}:${payment_id}:${returning_by?.getTime() ?? ''}`;
  const received = { by, ...(first === undefined ? {} : { first }) };
  return createEvidence({ key, source: 'refund', tells: kind, order_id, payment_id, received });
}
