import { PartDown, partDown } from '@archaka/service-kit';
import { ExponentialBackoff, handleWhen, retry, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { failureOf } from './failures.ts';

/** Milliseconds for a question with all its repeats. */
const QUESTION_MS = 3_500;

const again = retry(
  handleWhen((error) => error instanceof PartDown),
  { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }) },
);
const question = wrap(timeout(QUESTION_MS, TimeoutStrategy.Aggressive), again);

const asFailure = (thrown: unknown): never => {
  throw failureOf(thrown);
};

/** Tells the provider to do something, once. */
export const tell = async <Answer>(request: () => Promise<Answer>): Promise<Answer> =>
  request().catch(asFailure);

/** Asks the provider something, again when it does not answer at first. */
export const ask = async <Answer>(request: () => Promise<Answer>): Promise<Answer> =>
  question.execute(() => tell(request)).catch(asFailure);

/** @throws PartDown when the work is not done in time; it goes on all the same, and its effects may still come. */
export const within = async <Answer>(
  ms: number,
  work: (context: { signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> =>
  timeout(ms, TimeoutStrategy.Aggressive)
    .execute(work)
    .catch((error: unknown) => {
      throw isLate(error) ? partDown('razorpay', error) : error;
    });

const isLate = (error: unknown): boolean => Object(error).isTaskCancelledError === true;
