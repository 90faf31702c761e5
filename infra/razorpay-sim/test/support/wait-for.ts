import { setTimeout as pause } from 'node:timers/promises';

/** Longer on a slower machine, by the factor that `npm test` measures. */
const TIMEOUT_MS = 30_000 * Math.max(1, Number(process.env.TEST_TIMEOUT_FACTOR ?? 1));

/** Polls until there is a result; fails after a timeout with the name of the condition. */
export async function waitFor<Result>(
  what: string,
  read: () => Result | undefined | false | Promise<Result | undefined | false>,
): Promise<Result> {
  const end = Date.now() + TIMEOUT_MS;
  while (Date.now() < end) {
    const result = await read();
    if (result !== undefined && result !== false) return result;
    await pause(20);
  }
  throw new Error(`waited in vain for ${what}`);
}
