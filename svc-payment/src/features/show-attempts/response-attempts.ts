import type { PaymentAttempt } from '@archaka/contracts';

/** Omits the optional fields for clients of an older contract. */
export const toResponseAttempts = (
  attempts: readonly PaymentAttempt[],
  { details = false }: { details?: boolean | undefined },
): PaymentAttempt[] => (details ? [...attempts] : attempts.map(omitOptionalFields));

const omitOptionalFields = ({
  office: _office,
  returning_because: _reason,
  evidence,
  ...attempt
}: PaymentAttempt) => ({
  ...attempt,
  evidence: evidence.map(({ says_te: _telugu, ...line }) => line),
});
