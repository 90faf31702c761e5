import { DependencyUnavailable, dependencyUnavailable } from '@archaka/service-kit';
import { ExponentialBackoff, handleWhen, retry, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { toFailure } from './failures.ts';

/** Milliseconds for a question with all its repeats. */
const QUERY_TIMEOUT_MS = 3_500;

const retryPolicy = retry(
  handleWhen((error) => error instanceof DependencyUnavailable),
  { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }) },
);
const queryPolicy = wrap(timeout(QUERY_TIMEOUT_MS, TimeoutStrategy.Aggressive), retryPolicy);

const throwFailure = (error: unknown): never => {
  throw toFailure(error);
};

/** Tells the provider to do something, once. */
export const sendOnce = async <Result>(request: () => Promise<Result>): Promise<Result> =>
  request().catch(throwFailure);

/** Asks the provider something, again when it does not answer at first. */
export const sendWithRetry = async <Result>(request: () => Promise<Result>): Promise<Result> =>
  queryPolicy.execute(() => sendOnce(request)).catch(throwFailure);

/** @throws DependencyUnavailable when the work is not done in time; it goes on all the same, and its effects may still come. */
export const withTimeout = async <Result>(
  ms: number,
  work: (context: { signal: AbortSignal }) => Promise<Result>,
): Promise<Result> =>
  timeout(ms, TimeoutStrategy.Aggressive)
    .execute(work)
    .catch((error: unknown) => {
      throw isTimeout(error) ? dependencyUnavailable('razorpay', error) : error;
    });

const isTimeout = (error: unknown): boolean => Object(error).isTaskCancelledError === true;
