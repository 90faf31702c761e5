import { createRandom } from '../random.ts';

export const FAILPOINTS = ['before-commit', 'after-commit', 'after-publish', 'before-ack'] as const;

/** Which passing of a boundary is a process's last: the one of this number, or each with this chance (0 to 1). */
export type KillOrder = { readonly boundary: (typeof FAILPOINTS)[number] } & (
  | { readonly after: number }
  | { readonly share: number; readonly seed: number }
);

/** @throws Error for what is no order */
function readOrder(text: string): KillOrder {
  const { boundary, after, share, seed } = JSON.parse(text);
  const isCounted = Number.isSafeInteger(after) && after > 0;
  const isRandom = share > 0 && share <= 1 && Number.isSafeInteger(seed);
  if (!FAILPOINTS.includes(boundary) || isCounted === isRandom) {
    throw new Error(`This is no order to kill: ${text}`);
  }
  return isCounted ? { boundary, after } : { boundary, share, seed };
}

/**
 * Reads an order; gives what each passing asks, whether it is the last.
 * @param options `life` tells the lives of one service apart: with one chance for all of them, a service
 *   whose first passing is its last would never come further
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
