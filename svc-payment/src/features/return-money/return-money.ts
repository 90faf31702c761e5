import type { Again, Database, Log } from '@archaka/service-kit';
import { evidence, type Tale } from '../../domain/evidence.ts';
import { type Attempt, findByPayment, type Refund, withAttempt } from '../../domain/ledger.ts';
import { moveAttempt } from '../../domain/moves.ts';
import { isReturning, refundLookDelay } from '../../domain/returning.ts';
import { ProviderRefused } from '../../razorpay/failures.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { type StoredAttempt, toAttempt } from '../../store/attempts.ts';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore } from '../../store/evidence.ts';

interface Parts {
  readonly db: Database;
  readonly books: BookStore;
  readonly evidence: EvidenceStore;
  readonly provider: Provider;
  readonly log: Log;
}

interface WithRefund extends Attempt {
  readonly payment_id: string;
  readonly refund: Refund;
}

const hasRefund = (attempt: Attempt): attempt is WithRefund =>
  attempt.payment_id !== null && attempt.refund !== null;

/**
 * Sends back the money of an attempt that is to be returned, and follows it until it has arrived.
 * Asking twice is one refund at the provider, so a lost answer or a crash does no harm.
 */
export function returnMoney({ db, books, evidence: story, provider, log }: Parts) {
  /** Where the refund stands, asking for it if nobody has. */
  async function advance({ payment_id, amount, refund }: WithRefund): Promise<Refund> {
    try {
      const { id, status } = refund.id
        ? await provider.getRefund(payment_id, refund.id)
        : await provider.refund({ payment_id, amount });
      return { ...refund, id, status: status === 'failed' ? 'refused' : status };
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      return { ...refund, status: (await isBack(payment_id)) ? 'processed' : 'refused' };
    }
  }

  /** Somebody may have given it back by hand. */
  const isBack = async (paymentId: string) => (await provider.findPayment(paymentId))?.status === 'refunded';

  async function keep({ order_id, payment_id }: WithRefund, refund: Refund): Promise<void> {
    await db.transaction(async () => {
      const before = await books.open(order_id);
      const attempt = before && findByPayment(before, payment_id);
      // What became of the money meanwhile by another way stands.
      if (!before || !attempt || !isReturning(attempt)) return;
      const moved = refund.status === 'processed' ? moveAttempt(attempt, 'returned') : attempt;
      await books.write(before, withAttempt(before, { ...moved, refund }));
      await story.keep(tell(attempt, 'asked'));
      if (refund.status !== 'wanted') await story.keep(tell(attempt, refund.status));
    });
    if (refund.status === 'refused') log.error({ order_id }, 'a refund was refused and needs a person');
  }

  return async (stored: StoredAttempt, { claimedAt }: { claimedAt: Date }): Promise<Again | undefined> => {
    const attempt = toAttempt(stored);
    if (!hasRefund(attempt)) return undefined;
    const refund = await advance(attempt);
    await keep(attempt, refund);
    return isReturning({ ...attempt, refund })
      ? { againInMs: refundLookDelay(attempt, claimedAt) }
      : undefined;
  };
}

function tell(
  { order_id, payment_id, refund }: Attempt,
  step: 'asked' | Exclude<Refund['status'], 'wanted'>,
) {
  const tells: Tale = step === 'asked' ? `refund-asked-${refund?.reason ?? 'paid-twice'}` : `refund-${step}`;
  return evidence({ key: `refund:${payment_id}:${step}`, source: 'refund', tells, order_id, payment_id });
}
