import type { PaymentAttempt } from '@archaka/contracts';

/** Attempts with their optional fields, or without them for who knows of none. */
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
