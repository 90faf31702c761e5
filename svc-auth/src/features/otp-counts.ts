import { counter } from '@archaka/service-kit';

const requests = counter<{ outcome: 'sent' | 'unregistered' | 'failed' }>({
  name: 'otp_requests_total',
  description: 'Requests for a one-time password that were within the limits, by what came of them',
});

const guesses = counter<{ outcome: 'right' | 'wrong' }>({
  name: 'otp_guesses_total',
  description: 'One-time passwords that were typed, within the limits',
});

/** What is counted of one-time passwords; who is over a limit is counted as an answer 429. */
export const otpCounts = { requests, guesses };
