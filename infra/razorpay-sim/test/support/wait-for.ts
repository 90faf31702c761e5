import { setTimeout as pause } from 'node:timers/promises';

/** Longer on a slower machine, as `npm test` measures it. */
const TIMEOUT_MS = 30_000 * Math.max(1, Number(process.env.TEST_TIMEOUT_FACTOR ?? 1));

/** Asks again and again until there is an answer; fails after a while with what it waited for. */
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
