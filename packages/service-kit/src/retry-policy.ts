import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from 'cockatiel';

const MAX_RETRIES = 5;
const backoff = new ExponentialBackoff({ initialDelay: 50, maxDelay: 1000 });

/**
 * Tries again what failed while that may be repeated, up to five times in about a second. One more time is not enough:
 * connections that were kept to an instance that has died break one after the other, and it takes a moment until nobody
 * is sent to it any more.
 */
export const retryWhile = (isRetryable: (error: unknown) => boolean): RetryPolicy =>
  retry(handleWhen(isRetryable), { maxAttempts: MAX_RETRIES, backoff });

/** The same, but what has failed after so many milliseconds is not tried again: somebody waits for it. */
export function retryWithin(ms: number, isRetryable: (error: unknown) => boolean): RetryPolicy {
  const deadline = performance.now() + ms;
  return retryWhile((error) => performance.now() < deadline && isRetryable(error));
}
