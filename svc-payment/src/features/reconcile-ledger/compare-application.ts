import type { Attempt } from '../../domain/ledger.ts';
import type { DiscrepancyDetails } from './discrepancy.ts';
import { isRefundStarted, isUnrefundedCapture, type ReconciliationItem } from './reconciliation-item.ts';

/** An application has one unrefunded payment, unless a clerk rejected the refund of a second. */
export function compareApplication(
  { payment, attempts }: ReconciliationItem,
  own: Attempt | undefined,
): DiscrepancyDetails[] {
  if (
    !isUnrefundedCapture(payment) ||
    (own && (own.set_aside || isRefundStarted(own) || hasRefundStatus(own, 'kept')))
  )
    return [];
  const other = attempts.find(
    (attempt) => attempt !== own && attempt.state === 'taken' && !hasRefundStatus(attempt, 'kept'),
  );
  if (!other) return [];
  const awaitsApproval = [own, other].some((attempt) => attempt && hasRefundStatus(attempt, 'deciding'));
  const ledger = awaitsApproval ? 'waits for a clerk’s decision' : 'neither is refunded';
  return [
    {
      kind: 'kept-twice',
      provider: 'captured',
      ledger: `${other.payment_id} is captured, too: ${ledger}`,
      ...(awaitsApproval ? { open: true } : {}),
    },
  ];
}

const hasRefundStatus = ({ refund }: Attempt, status: 'deciding' | 'kept'): boolean =>
  refund?.status === status;
