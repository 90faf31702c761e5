import type { Attempt } from './ledger.ts';
import { approveRefund } from './refund.ts';

interface Approval {
  /** The operator's id. */
  readonly by: string;
  readonly at: Date;
  /** Paise; a larger refund needs a second operator. */
  readonly limit: number;
}

/** `awaiting-second` stores the first approval; `same-operator` changes nothing. */
type ApprovalResult =
  | { readonly outcome: 'refunding' | 'awaiting-second'; readonly attempt: Attempt }
  | { readonly outcome: 'same-operator' };

/** Returns undefined when there is nothing to decide. */
export function approveAsOperator(attempt: Attempt, { by, at, limit }: Approval): ApprovalResult | undefined {
  const { refund } = attempt;
  const refunding = approveRefund(attempt, at);
  if (!refund || !refunding) return undefined;
  if (refund.approved_by === by) return { outcome: 'same-operator' };
  if (attempt.amount > limit && refund.approved_by === undefined)
    return { outcome: 'awaiting-second', attempt: { ...attempt, refund: { ...refund, approved_by: by } } };
  return { outcome: 'refunding', attempt: refunding };
}
