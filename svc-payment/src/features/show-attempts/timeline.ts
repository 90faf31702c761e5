import type { PaymentAttempt } from '@archaka/contracts';
import type { Attempt, Ledger } from '../../domain/ledger.ts';
import { says } from '../../domain/words.ts';
import type { StoredEvidence } from '../../store/evidence.ts';

/** An order's attempts as the applicant sees them, each with its evidence. */
export const timeline = ({ attempts }: Ledger, all: readonly StoredEvidence[]): PaymentAttempt[] =>
  attempts.map((attempt) => ({
    payment_id: attempt.payment_id,
    state: attempt.state,
    amount: attempt.amount,
    method: attempt.method,
    bank_reference: attempt.bank_reference,
    returning_by: attempt.returning_by?.toISOString() ?? null,
    last_checked: attempt.last_checked?.toISOString() ?? null,
    evidence: all.filter((piece) => isAbout(attempt, piece)).map(line),
  }));

const isAbout = (attempt: Attempt, { attempt_id, payment_id }: StoredEvidence): boolean =>
  attempt_id === attempt.id || (payment_id !== null && payment_id === attempt.payment_id);

const line = ({ source, tells, at }: StoredEvidence) => ({
  source,
  at: at.toISOString(),
  says: says({ source, tells }),
});
