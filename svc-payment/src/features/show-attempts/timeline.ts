import type { PaymentAttempt } from '@archaka/contracts';
import type { Source } from '../../domain/evidence.ts';
import type { Attempt } from '../../domain/ledger.ts';
import { says } from '../../domain/words.ts';
import type { StoredEvidence } from '../../store/evidence.ts';

/** Attempts as the applicant sees them, each with its evidence. */
export const timeline = (attempts: readonly Attempt[], all: readonly StoredEvidence[]): PaymentAttempt[] =>
  attempts.map((attempt) => ({
    payment_id: attempt.payment_id,
    state: attempt.state,
    amount: attempt.amount,
    method: attempt.method,
    bank_reference: attempt.bank_reference,
    returning_by: attempt.returning_by?.toISOString() ?? null,
    last_checked: attempt.last_checked?.toISOString() ?? null,
    ...reason(attempt),
    ...office(attempt),
    evidence: all.filter((piece) => isAbout(attempt, piece)).map(line),
  }));

const reason = ({ refund }: Attempt): Pick<PaymentAttempt, 'returning_because'> =>
  refund ? { returning_because: refund.reason } : {};

const office = ({ refund }: Attempt): Pick<PaymentAttempt, 'office'> =>
  refund?.status === 'deciding' || refund?.status === 'kept' ? { office: refund.status } : {};

const isAbout = (attempt: Attempt, { attempt_id, payment_id }: StoredEvidence): boolean =>
  attempt_id === attempt.id || (payment_id !== null && payment_id === attempt.payment_id);

/** The applicant knows no accounts: we asked, and Razorpay answered. */
const shownAs = (source: Source) => (source === 'settlement' ? 'poll' : source);

const line = ({ source, tells, at }: StoredEvidence) => {
  const { en, te } = says({ source, tells });
  return { source: shownAs(source), at: at.toISOString(), says: en, says_te: te };
};
