import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Random } from '../random.ts';

/** Time that an applicant waits for a response before a retry. */
const RESPONSE_TIMEOUT_MS = scaledTimeout(15_000);
/** Maximum duration of all retries of an action. */
const TIMEOUT_MS = scaledTimeout(180_000);
const RETRY_DELAY_MS = { min: 200, max: 900 };
/** Delays grow with each retry, up to this factor. */
const MAX_DELAY_FACTOR = 6;

/** No retry of an action received the expected response in time. */
class RetryTimeout extends Error {
  override readonly name = 'RetryTimeout';
}

/** Repeats `attempt` until it returns a value; an error or undefined causes a retry. @throws RetryTimeout */
export type RetryAction = <Result>(
  action: string,
  attempt: () => Promise<Result | undefined>,
) => Promise<Result>;

async function attemptOnce<Result>(attempt: () => Promise<Result | undefined>) {
  const timer = new AbortController();
  const timeout = pause(RESPONSE_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('no response');
  });
  timeout.catch(() => undefined);
  try {
    return { result: await Promise.race([attempt(), timeout]), reason: 'unexpected response' };
  } catch (error) {
    return { result: undefined, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    timer.abort();
  }
}

/** Creates an action that is repeated with random delays, as applicants click again. */
export const createRetryAction =
  (random: Random): RetryAction =>
  async (action, attempt) => {
    const deadline = performance.now() + TIMEOUT_MS;
    for (let tries = 1; ; tries += 1) {
      const { result, reason } = await attemptOnce(attempt);
      if (result !== undefined) return result;
      if (performance.now() > deadline) throw new RetryTimeout(`${action}: ${reason}`);
      await pause(
        random.integerBetween(RETRY_DELAY_MS.min, RETRY_DELAY_MS.max) * Math.min(tries, MAX_DELAY_FACTOR),
      );
    }
  };
