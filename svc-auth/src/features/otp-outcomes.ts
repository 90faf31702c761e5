import { counter, type Log, logNameOf } from '@archaka/service-kit';

type RequestOutcome = 'sent' | 'unregistered' | 'failed';
type GuessOutcome = 'right' | 'wrong';

const requests = counter<{ outcome: RequestOutcome }>({
  name: 'otp_requests_total',
  description: 'Requests for a one-time password that were within the limits, by what came of them',
});

const guesses = counter<{ outcome: GuessOutcome }>({
  name: 'otp_guesses_total',
  description: 'One-time passwords that were typed, within the limits',
});

const entry = <Outcome>(outcome: Outcome, accountId: string | undefined) => ({
  outcome,
  user: accountId === undefined ? undefined : logNameOf(accountId),
});

/** Counts and logs what comes of one-time passwords; who is over a limit is counted and logged as an answer 429. */
export const otpOutcomesIn = (log: Log) => ({
  /** `accountId` of the number that asked, where it has one. */
  ofRequest(outcome: RequestOutcome, accountId?: string): void {
    requests.add({ outcome });
    log.info(entry(outcome, accountId), 'OTP request');
  },
  ofGuess(outcome: GuessOutcome, accountId: string): void {
    guesses.add({ outcome });
    log.info(entry(outcome, accountId), 'sign-in');
  },
});
export type OtpOutcomes = ReturnType<typeof otpOutcomesIn>;
