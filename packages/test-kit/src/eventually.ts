import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from './timeouts.ts';

interface Polling {
  /** On the reference machine; longer on a slower one. Keep it below the test's own timeout, which gives no reason. */
  timeoutMs?: number;
  everyMs?: number;
}

type Found<Result> = Exclude<Awaited<Result>, undefined | null | false>;

/** Runs `probe` until it neither throws nor gives undefined, null or false, and gives what it gave; throws its last failure. */
export async function eventually<Result>(
  probe: () => Result | Promise<Result>,
  { timeoutMs = 30_000, everyMs = 25 }: Polling = {},
): Promise<Found<Result>> {
  const late = new Error();
  Error.captureStackTrace(late, eventually);
  const maxMs = scaledTimeout(timeoutMs);
  const deadline = performance.now() + maxMs;
  for (;;) {
    const { found, failure } = await attempt(probe);
    if (failure === undefined) return found as Found<Result>;
    if (performance.now() > deadline) throw tellLate(late, `not within ${maxMs} ms: ${failure}`);
    await pause(everyMs);
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
function tellLate(late: Error, message: string): Error {
  late.message = message;
  late.stack = `Error: ${message}\n${late.stack?.split('\n').slice(1).join('\n')}`;
  return late;
}
