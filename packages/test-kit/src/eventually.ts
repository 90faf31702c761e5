import { setTimeout as pause } from 'node:timers/promises';

interface Patience {
  timeoutMs?: number;
  everyMs?: number;
}

/** Runs `probe` until it neither throws nor gives undefined or false, then gives what it gave; throws its last failure. */
export async function eventually<Result>(
  probe: () => Result | Promise<Result>,
  { timeoutMs = 10_000, everyMs = 25 }: Patience = {},
): Promise<Exclude<Awaited<Result>, undefined | false>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      const result = await probe();
      if (result !== undefined && result !== false)
        return result as Exclude<Awaited<Result>, undefined | false>;
      throw new Error(`still ${String(result)}`);
    } catch (error) {
      if (performance.now() > deadline) {
        throw new Error(
          `not within ${timeoutMs} ms: ${error instanceof Error ? error.message : String(error)}`,
          {
            cause: error,
          },
        );
      }
    }
    await pause(everyMs);
  }
}
