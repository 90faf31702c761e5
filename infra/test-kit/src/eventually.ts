import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from './timeouts.ts';

interface PollingOptions {
  /** On the reference machine; longer on a slower one. Keep it below the test's own timeout, which gives no reason. */
  timeoutMs?: number;
  intervalMs?: number;
}

type Truthy<Result> = Exclude<Awaited<Result>, undefined | null | false>;

/** Runs `probe` until it neither throws nor gives undefined, null or false, and gives what it gave; throws its last failure. */
export async function eventually<Result>(
  probe: () => Result | Promise<Result>,
  { timeoutMs = 30_000, intervalMs = 25 }: PollingOptions = {},
): Promise<Truthy<Result>> {
  const timeoutError = new Error();
  Error.captureStackTrace(timeoutError, eventually);
  const maxMs = scaledTimeout(timeoutMs);
  const deadline = performance.now() + maxMs;
  for (;;) {
    const { found, failure } = await attempt(probe);
    if (failure === undefined) return found as Truthy<Result>;
    if (performance.now() > deadline)
      throw toTimeoutError(timeoutError, `not within ${maxMs} ms: ${failure}`);
    await pause(intervalMs);
  }
}

async function attempt<Result>(
  probe: () => Result | Promise<Result>,
): Promise<{ found?: Awaited<Result>; failure?: string }> {
  try {
    const found = await probe();
    return found === undefined || found === null || found === false
      ? { failure: `still ${found}` }
      : { found };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The stack keeps to where the test waits. */
function toTimeoutError(timeoutError: Error, message: string): Error {
  timeoutError.message = message;
  timeoutError.stack = `Error: ${message}\n${timeoutError.stack?.split('\n').slice(1).join('\n')}`;
  return timeoutError;
}
