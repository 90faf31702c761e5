import type { Reschedule } from '@archaka/service-kit';
import { createEvidence } from '../domain/evidence.ts';
import { type Attempt, findByPayment, type Refund, upsertAttempt } from '../domain/ledger.ts';
import { isRefundPending, recordRefund, refundPollDelay } from '../domain/refund.ts';
import { type StoredAttempt, toAttempt } from '../persistence/attempt-repository.ts';
import { ProviderRejection } from '../razorpay/sdk.ts';
import type { Parts } from './parts.ts';

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
