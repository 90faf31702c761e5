import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from 'cockatiel';

const MAX_RETRIES = 5;
const backoff = new ExponentialBackoff({ initialDelay: 50, maxDelay: 1000 });

/** Up to five attempts in a second: pooled connections to a dead instance break one after the other. */
export const retryWhile = (isRetryable: (error: unknown) => boolean): RetryPolicy =>
  retry(handleWhen(isRetryable), { maxAttempts: MAX_RETRIES, backoff });

/**
 * No retry starts later than `ms` after the first failure, since a caller waits; a call that was slow before its
 * instance was killed is repeated, too. The policy is made after a failure only: it costs as much as a call.
 */
export async function retryWithin<Result>(
  ms: number,
  isRetryable: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const firstAttempt = work();
  return firstAttempt.catch((error: unknown) => {
    if (!isRetryable(error)) throw error;
    const deadline = performance.now() + ms;
    let attempt: Promise<Result> | undefined = firstAttempt;
    return retryWhile((each) => performance.now() < deadline && isRetryable(each)).execute(() => {
      const current = attempt ?? work();
      attempt = undefined;
      return current;
    });
  });
}
