import type { PaymentAttempt } from '@archaka/contracts';
import type { EvidenceSource } from '../../domain/evidence.ts';
import { describeEvidence } from '../../domain/evidence-texts.ts';
import type { Attempt } from '../../domain/ledger.ts';
import type { StoredEvidence } from '../../persistence/evidence-repository.ts';

export const toPaymentAttempts = (
  attempts: readonly Attempt[],
  evidence: readonly StoredEvidence[],
): PaymentAttempt[] =>
  attempts.map((attempt) => ({
    payment_id: attempt.payment_id,
    state: attempt.state,
    amount: attempt.amount,
    method: attempt.method,
    bank_reference: attempt.bank_reference,
    returning_by: attempt.returning_by?.toISOString() ?? null,
    last_checked: attempt.last_checked?.toISOString() ?? null,
    ...toReason(attempt),
    ...toOffice(attempt),
    evidence: evidence.filter((entry) => isAbout(attempt, entry)).map(toEvidenceLine),
  }));

const toReason = ({ refund }: Attempt): Pick<PaymentAttempt, 'returning_because'> =>
  refund ? { returning_because: refund.reason } : {};

const toOffice = ({ refund }: Attempt): Pick<PaymentAttempt, 'office'> =>
  refund?.status === 'deciding' || refund?.status === 'kept' ? { office: refund.status } : {};

const isAbout = (attempt: Attempt, { attempt_id, payment_id }: StoredEvidence): boolean =>
  attempt_id === attempt.id || (payment_id !== null && payment_id === attempt.payment_id);

/** Applicants do not know settlements; they are shown as Razorpay's response to a poll. */
const toShownSource = (source: EvidenceSource) => (source === 'settlement' ? 'poll' : source);

const toEvidenceLine = ({ source, tells: kind, at }: StoredEvidence) => {
  const { en, te } = describeEvidence({ source, kind });
  return { source: toShownSource(source), at: at.toISOString(), says: en, says_te: te };
};
