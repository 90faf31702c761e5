import { DependencyUnavailable, dependencyUnavailable } from '@archaka/service-kit';
import { ExponentialBackoff, handleWhen, retry, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { toFailure } from './failures.ts';

/** For a query with its retries. */
const QUERY_TIMEOUT_MS = 3_500;

const retryPolicy = retry(
  handleWhen((error) => error instanceof DependencyUnavailable),
  { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }) },
);
const queryPolicy = wrap(timeout(QUERY_TIMEOUT_MS, TimeoutStrategy.Aggressive), retryPolicy);

const throwFailure = (error: unknown): never => {
  throw toFailure(error);
};

export const sendOnce = async <Result>(request: () => Promise<Result>): Promise<Result> =>
  request().catch(throwFailure);

/** Retries once when Razorpay does not answer. */
export const sendWithRetry = async <Result>(request: () => Promise<Result>): Promise<Result> =>
  queryPolicy.execute(() => sendOnce(request)).catch(throwFailure);

/** @throws DependencyUnavailable when the work takes longer; it continues and may still take effect */
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
