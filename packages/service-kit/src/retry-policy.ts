import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from 'cockatiel';

const MAX_RETRIES = 5;
const backoff = new ExponentialBackoff({ initialDelay: 50, maxDelay: 1000 });

/** Up to five attempts in a second: pooled connections to a dead instance break one after the other. */
export const retryWhile = (isRetryable: (error: unknown) => boolean): RetryPolicy =>
  retry(handleWhen(isRetryable), { maxAttempts: MAX_RETRIES, backoff });

/** No retry starts after `ms`, since a caller waits. */
export function retryWithin(ms: number, isRetryable: (error: unknown) => boolean): RetryPolicy {
  const deadline = performance.now() + ms;
  return retryWhile((error) => performance.now() < deadline && isRetryable(error));
}
