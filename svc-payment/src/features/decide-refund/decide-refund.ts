import type { Database } from '@archaka/service-kit';
import { type Evidence, evidence } from '../../domain/evidence.ts';
import { type Attempt, findByPayment, withAttempt } from '../../domain/ledger.ts';
import { approveRefund, refuseRefund } from '../../domain/returning.ts';
import type { AttemptStore } from '../../store/attempts.ts';
import type { BookStore } from '../../store/books.ts';
import type { EvidenceStore } from '../../store/evidence.ts';

interface Parts {
  readonly db: Database;
  readonly attempts: AttemptStore;
  readonly books: BookStore;
  readonly evidence: EvidenceStore;
}

export interface Decision {
  readonly payment_id: string;
  readonly verdict: 'approve' | 'refuse';
  /** Who decides, for the records. */
  readonly by: string;
}

/** There is nothing to decide about this payment. */
export class NothingToDecide extends Error {
  override readonly name = 'NothingToDecide';
}

/**
 * A clerk's word on a payment that waits for it. An approved refund is asked for by the running service.
 * @throws NothingToDecide
 */
export function decideRefund({ db, attempts, books, evidence: story }: Parts) {
  const nothing = (payment_id: string) =>
    new NothingToDecide(`There is nothing to decide about ${payment_id}: see \`npm run refunds -- list\`.`);

  return async ({ payment_id, verdict, by }: Decision): Promise<void> => {
    const waiting = await attempts.findByPayment(payment_id);
    if (!waiting) throw nothing(payment_id);
    await db.transaction(async () => {
      const before = await books.open(waiting.order_id);
      const attempt = before && findByPayment(before, payment_id);
      const decided =
        attempt && (verdict === 'approve' ? approveRefund(attempt, new Date()) : refuseRefund(attempt));
      if (!before || !decided) throw nothing(payment_id);
      await books.write(before, withAttempt(before, decided));
      await story.keep(word(decided, { verdict, by }));
    });
  };
}

function word(
  { order_id, payment_id, returning_by }: Attempt,
  { verdict, by }: Pick<Decision, 'verdict' | 'by'>,
): Evidence {
  const tells = verdict === 'approve' ? 'refund-approved' : 'refund-kept';
  const key = `${tells}:${payment_id}:${returning_by?.getTime() ?? ''}`;
  return evidence({ key, source: 'refund', tells, order_id, payment_id, received: { by } });
}
