import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from './timeouts.ts';

interface PollingOptions {
  /**
   * On the reference machine; longer on a slower one. Must be below the test's own timeout, which reports no reason.
   * Default: 90 s, since a machine may become slower after the start of the run, when its factor was measured.
   */
  timeoutMs?: number;
  /** Default: growing. */
  intervalMs?: number;
  /** Of the growing interval, 250 ms by default. */
  maxIntervalMs?: number;
}

type Truthy<Result> = Exclude<Awaited<Result>, undefined | null | false>;

const MIN_PAUSE_MS = 25;
const MAX_PAUSE_MS = 250;

/** A tenth of the waited time, so that long waits poll rarely. */
const toPauseMs = (waitedMs: number, maxMs = MAX_PAUSE_MS): number =>
  Math.min(maxMs, Math.max(MIN_PAUSE_MS, waitedMs / 10));

/** Runs `probe` until it returns neither undefined, null nor false. @returns its result @throws its last failure */
export async function eventually<Result>(
  probe: () => Result | Promise<Result>,
  { timeoutMs = 90_000, intervalMs, maxIntervalMs }: PollingOptions = {},
): Promise<Truthy<Result>> {
  const timeoutError = new Error();
  Error.captureStackTrace(timeoutError, eventually);
  const maxMs = scaledTimeout(timeoutMs);
  const startedAt = performance.now();
  for (;;) {
    const { found, failure } = await attempt(probe);
    if (failure === undefined) return found as Truthy<Result>;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > maxMs) throw toTimeoutError(timeoutError, `not within ${maxMs} ms: ${failure}`);
    await pause(intervalMs ?? toPauseMs(waitedMs, maxIntervalMs));
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

/** Uses the stack of the waiting test. */
function toTimeoutError(timeoutError: Error, message: string): Error {
  timeoutError.message = message;
  timeoutError.stack = `Error: ${message}\n${timeoutError.stack?.split('\n').slice(1).join('\n')}`;
  return timeoutError;
}
