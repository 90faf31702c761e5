import { createCounter, type Log, toLogName } from '@archaka/service-kit';

type RequestOutcome = 'sent' | 'unregistered' | 'failed';
type GuessOutcome = 'right' | 'wrong';

const requests = createCounter<{ outcome: RequestOutcome }>({
  name: 'otp_requests_total',
  description: 'Requests for a one-time password within the limits, by outcome',
});

const guesses = createCounter<{ outcome: GuessOutcome }>({
  name: 'otp_guesses_total',
  description: 'Checks of one-time passwords within the limits, by outcome',
});

const toLogEntry = <Outcome>(outcome: Outcome, accountId: string | undefined) => ({
  outcome,
  user: accountId === undefined ? undefined : toLogName(accountId),
});

/** Excludes rate-limited callers, which are counted and logged as responses 429. */
export interface OtpOutcomes {
  readonly recordRequest: (outcome: RequestOutcome, accountId?: string) => void;
  readonly recordGuess: (outcome: GuessOutcome, accountId: string) => void;
}

export const createOtpOutcomes = (log: Log): OtpOutcomes => ({
  recordRequest(outcome, accountId) {
    requests.add({ outcome });
    log.info(toLogEntry(outcome, accountId), 'OTP request');
  },
  recordGuess(outcome, accountId) {
    guesses.add({ outcome });
    log.info(toLogEntry(outcome, accountId), 'sign-in');
  },
});
