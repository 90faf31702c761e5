import { createRandom } from '../random.ts';

export const FAILPOINTS = ['before-commit', 'after-commit', 'after-publish', 'before-ack'] as const;

/** Kills a process at a pass of a boundary: at pass number `after`, or at each with probability `share` (0 to 1). */
export type KillOrder = { readonly boundary: (typeof FAILPOINTS)[number] } & (
  | { readonly after: number }
  | { readonly share: number; readonly seed: number }
);

/** @throws Error for an invalid order */
function readOrder(text: string): KillOrder {
  const { boundary, after, share, seed } = JSON.parse(text);
  const isCounted = Number.isSafeInteger(after) && after > 0;
  const isRandom = share > 0 && share <= 1 && Number.isSafeInteger(seed);
  if (!FAILPOINTS.includes(boundary) || isCounted === isRandom) {
    throw new Error(`Invalid kill order: ${text}`);
  }
  return isCounted ? { boundary, after } : { boundary, share, seed };
}

/**
 * Parses an order; returns a function that decides at each pass whether to kill the process.
 * @param options `processId` seeds each process differently: with equal seeds, a service that is killed at
 *   its first pass would be killed there after every restart
 */
export function createKillPredicate(
  text: string,
  { processId }: { processId: number },
): (boundary: string) => boolean {
  const order = readOrder(text);
  let passCount = 0;
  const random = 'seed' in order ? createRandom(order.seed, `life ${processId}`) : undefined;

  return (failpoint) => {
    if (failpoint !== order.boundary) return false;
    passCount += 1;
    return 'after' in order ? passCount === order.after : random?.withProbability(order.share) === true;
  };
}
