import { decidePendingRefund, listPendingRefunds } from '@archaka/contracts';
import {
  type AuditLog,
  businessError,
  type CallHandler,
  handleCall,
  ok,
  type Reschedule,
} from '@archaka/service-kit';
import { createEvidence } from '../domain/evidence.ts';
import { type Attempt, findByPayment, type Refund, upsertAttempt } from '../domain/ledger.ts';
import {
  approveAsOperator,
  isRefundPending,
  recordRefund,
  refundPollDelay,
  rejectRefund,
} from '../domain/refund.ts';
import { type StoredAttempt, toAttempt } from '../persistence/attempt-repository.ts';
import { ProviderRejection } from '../razorpay/sdk.ts';
import type { Parts } from './parts.ts';

export interface Decision {
  readonly paymentId: string;
  readonly outcome: 'approve' | 'refuse';
  /** The operator's id. */
  readonly by: string;
  /** Paise; a larger refund needs two operators. */
  readonly limit: number;
}

type DecisionResult = 'refunding' | 'awaiting-second' | 'refused' | 'nothing-pending' | 'same-person';

/**
 * The running service issues an approved refund. `same-person`: the second one must be another than the first.
 */
export async function decideRefund(
  { db, attempts, ledgers, evidence }: Pick<Parts, 'db' | 'attempts' | 'ledgers' | 'evidence'>,
  decision: Decision,
): Promise<DecisionResult> {
  const { paymentId, outcome, by } = decision;
  const pending = await attempts.findByPayment(paymentId);
  if (!pending) return 'nothing-pending';
  return db.transaction(async () => {
    const before = await ledgers.open(pending.order_id);
    const attempt = before && findByPayment(before, paymentId);
    if (!before || !attempt) return 'nothing-pending';
    const { result, decided } = decide(attempt, decision);
    if (!decided) return result;
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
  { outcome, by, limit }: Decision,
): { readonly result: DecisionResult; readonly decided?: Attempt } {
  if (outcome === 'refuse') {
    const decided = rejectRefund(attempt);
    return decided ? { result: 'refused', decided } : { result: 'nothing-pending' };
  }
  const approval = approveAsOperator(attempt, { by, at: new Date(), limit });
  if (!approval) return { result: 'nothing-pending' };
  if (approval.outcome === 'same-operator') return { result: 'same-person' };
  return { result: approval.outcome, decided: approval.attempt };
}

interface RefundCallDependencies
  extends Pick<Parts, 'db' | 'attempts' | 'ledgers' | 'evidence' | 'orders' | 'refundQueue'> {
  readonly audit: AuditLog;
  /** Paise; a larger refund needs two people. */
  readonly limit: number;
}

/** For svc-desk, by whose members of the staff refunds are decided. */
export const createRefundHandlers = ({ audit, limit, ...parts }: RefundCallDependencies): CallHandler[] => [
  handleCall(listPendingRefunds, {
    handle: async () => {
      const pending = await parts.attempts.findAwaitingApproval();
      return ok({ data: pending.flatMap(toPendingRefund) });
    },
  }),
  handleCall(decidePendingRefund, {
    handle: async ({ body: { payment_id: paymentId, outcome, staff_id: by, why } }) => {
      const result = await parts.db.transaction(async () => {
        const decided = await decideRefund(parts, { paymentId, outcome, by, limit });
        const attempt = await parts.attempts.findByPayment(paymentId);
        const order = attempt && (await parts.orders.find(attempt.order_id));
        await audit.record({
          action: 'refund.decided',
          actor: { kind: 'operator', id: by },
          ...(attempt && {
            subject: {
              applicationId: attempt.application_id,
              orderId: attempt.order_id,
              ...(order?.user_id && { userId: order.user_id }),
            },
          }),
          detail: { payment_id: paymentId, outcome, result: decided },
          why,
        });
        return decided;
      });
      if (result === 'nothing-pending') return businessError(420);
      if (result === 'same-person') return businessError(421);
      parts.refundQueue.notify();
      return ok({ data: [{ result }] });
    },
  }),
];

function toPendingRefund({
  payment_id,
  order_id,
  application_id,
  amount,
  bank_reference,
  opened_at,
  refund,
}: Attempt) {
  if (!payment_id || !refund || (refund.status !== 'deciding' && refund.status !== 'refused')) return [];
  const { reason, status, approved_by } = refund;
  return [
    {
      payment_id,
      order_id,
      application_id,
      amount,
      bank_reference,
      opened_at: opened_at.toISOString(),
      reason,
      status,
      ...(approved_by && { approved_by }),
    },
  ];
}

type RefundParts = Pick<Parts, 'db' | 'ledgers' | 'evidence' | 'provider' | 'log'>;

interface RefundAttempt extends Attempt {
  readonly payment_id: string;
  readonly refund: Refund;
}

interface IssuedRefund extends Refund {
  readonly status: 'pending' | 'processed' | 'refused';
}

const hasRefund = (attempt: Attempt): attempt is RefundAttempt =>
  attempt.payment_id !== null && attempt.refund !== null;

/** Follows a refund until its outcome is known. The request is idempotent at Razorpay, so a crash does no harm. */
export async function issueRefund(
  parts: RefundParts,
  stored: StoredAttempt,
  claimedAt: Date,
): Promise<Reschedule | undefined> {
  const attempt = toAttempt(stored);
  if (!hasRefund(attempt)) return undefined;
  const refund = await advanceRefund(parts, attempt);
  await storeRefund(parts, attempt, refund);
  return isRefundPending({ ...attempt, refund })
    ? { againInMs: refundPollDelay(attempt, claimedAt) }
    : undefined;
}

async function advanceRefund(
  { provider }: RefundParts,
  { payment_id, amount, refund }: RefundAttempt,
): Promise<IssuedRefund> {
  try {
    const { id, status } = refund.id
      ? await provider.getRefund(payment_id, refund.id)
      : await provider.refund({ paymentId: payment_id, amount });
    return { ...refund, id, status: status === 'failed' ? 'refused' : status };
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error;
    // Razorpay also rejects a refund when a clerk refunded the payment by hand.
    const payment = await provider.findPayment(payment_id);
    return { ...refund, status: payment?.status === 'refunded' ? 'processed' : 'refused' };
  }
}

async function storeRefund(
  { db, ledgers, evidence, log }: RefundParts,
  { order_id, payment_id }: RefundAttempt,
  refund: IssuedRefund,
): Promise<void> {
  await db.transaction(async () => {
    const before = await ledgers.open(order_id);
    const attempt = before && findByPayment(before, payment_id);
    const recorded = attempt && recordRefund(attempt, refund);
    if (!before || !recorded) return;
    await ledgers.write(before, upsertAttempt(before, recorded));
    const entry = { source: 'refund', order_id, payment_id } as const;
    const key = `refund:${payment_id}`;
    const requested = { kind: `refund-requested-${refund.reason}`, key: `${key}:requested` } as const;
    await evidence.store(createEvidence({ ...entry, ...requested }));
    const outcome = { kind: `refund-${refund.status}`, key: `${key}:${refund.status}` } as const;
    await evidence.store(createEvidence({ ...entry, ...outcome }));
  });
  if (refund.status === 'refused')
    log.error({ order_id }, 'Razorpay rejected a refund; an operator must act: npm run refunds -- list');
}
