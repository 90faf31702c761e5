import { CommandError } from '@archaka/service-kit/command-line';
import { createEvidence } from '../domain/evidence.ts';
import { type Attempt, findByPayment, upsertAttempt } from '../domain/ledger.ts';
import { approveAsOperator, rejectRefund } from '../domain/refund.ts';
import type { Parts } from './parts.ts';

export interface Decision {
  readonly paymentId: string;
  readonly outcome: 'approve' | 'refuse';
  /** The operator's id. */
  readonly by: string;
  /** Paise; a larger refund needs two operators. */
  readonly limit: number;
}

type DecisionResult = 'refunding' | 'awaiting-second' | 'refused';

const createNothingToDecide = (paymentId: string) =>
  new CommandError(`No decision is pending for ${paymentId}: see \`npm run refunds -- list\`.`);

/**
 * The running service issues an approved refund.
 * @throws CommandError when there is nothing to decide, or the second operator is the first
 */
export async function decideRefund(
  { db, attempts, ledgers, evidence }: Pick<Parts, 'db' | 'attempts' | 'ledgers' | 'evidence'>,
  decision: Decision,
): Promise<DecisionResult> {
  const { paymentId, outcome, by } = decision;
  const pending = await attempts.findByPayment(paymentId);
  if (!pending) throw createNothingToDecide(paymentId);
  return db.transaction(async () => {
    const before = await ledgers.open(pending.order_id);
    const attempt = before && findByPayment(before, paymentId);
    if (!before || !attempt) throw createNothingToDecide(paymentId);
    const { result, decided } = decide(attempt, decision);
    await ledgers.write(before, upsertAttempt(before, decided));
    if (result === 'awaiting-second') return result;

    const { order_id, payment_id, returning_by } = decided;
    const kind = outcome === 'approve' ? 'refund-approved' : 'refund-kept';
    const first = attempt.refund?.approved_by;
    await evidence.store(
      createEvidence({
        key: `${kind}:${payment_id}:${returning_by?.getTime() ?? ''}`,
        source: 'refund',
        kind,
        order_id,
        payment_id,
        received: { by, ...(first !== undefined && { first }) },
      }),
    );
    return result;
  });
}

function decide(
  attempt: Attempt,
  { paymentId, outcome, by, limit }: Decision,
): { readonly result: DecisionResult; readonly decided: Attempt } {
  if (outcome === 'refuse') {
    const decided = rejectRefund(attempt);
    if (!decided) throw createNothingToDecide(paymentId);
    return { result: 'refused', decided };
  }
  const approval = approveAsOperator(attempt, { by, at: new Date(), limit });
  if (!approval) throw createNothingToDecide(paymentId);
  if (approval.outcome === 'same-operator')
    throw new CommandError(
      `You have already approved ${paymentId}. A refund of this amount needs the approval of a second operator.`,
    );
  return { result: approval.outcome, decided: approval.attempt };
}
