import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Random } from '../random.ts';

/** Somebody waits so long for an answer before pressing again. */
const RESPONSE_TIMEOUT_MS = scaledTimeout(15_000);
/** Nobody has to press for longer than this. */
const TIMEOUT_MS = scaledTimeout(180_000);
const RETRY_DELAY_MS = { min: 200, max: 900 };
/** Who waits longer looks less often: up to so many times as long. */
const MAX_DELAY_FACTOR = 6;

/** Somebody has pressed for minutes and the portal never answered as it should. */
class RetryTimeout extends Error {
  override readonly name = 'RetryTimeout';
}

/** Tries `attempt` once; throws or gives undefined when it has to be tried again. */
export type RetryAction = <Result>(
  action: string,
  attempt: () => Promise<Result | undefined>,
) => Promise<Result>;

async function attemptOnce<Result>(attempt: () => Promise<Result | undefined>) {
  const timer = new AbortController();
  const timeout = pause(RESPONSE_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('no answer');
  });
  timeout.catch(() => undefined);
  try {
    return { result: await Promise.race([attempt(), timeout]), reason: 'not the answer that is needed' };
  } catch (error) {
    return { result: undefined, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    timer.abort();
  }
}

/** Presses again, as people do, until the portal answers as it should. */
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
