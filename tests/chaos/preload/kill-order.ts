import { chanceOf } from '../chance.ts';

export const BOUNDARIES = ['before-commit', 'after-commit', 'after-publish', 'before-ack'] as const;

/** Which passing of a boundary is a process's last: the one of this number, or each with this chance (0 to 1). */
export type KillOrder = { readonly boundary: (typeof BOUNDARIES)[number] } & (
  | { readonly after: number }
  | { readonly share: number; readonly seed: number }
);

/** @throws Error for what is no order */
function readOrder(text: string): KillOrder {
  const { boundary, after, share, seed } = JSON.parse(text);
  const counted = Number.isSafeInteger(after) && after > 0;
  const drawn = share > 0 && share <= 1 && Number.isSafeInteger(seed);
  if (!BOUNDARIES.includes(boundary) || counted === drawn) {
    throw new Error(`This is no order to kill: ${text}`);
  }
  return counted ? { boundary, after } : { boundary, share, seed };
}

/**
 * Reads an order; gives what each passing asks, whether it is the last.
 * @param options `life` tells the lives of one service apart: with one chance for all of them, a service
 *   whose first passing is its last would never come further
 */
export function endBy(text: string, { life }: { life: number }): (boundary: string) => boolean {
  const order = readOrder(text);
  let passed = 0;
  const chance = 'seed' in order ? chanceOf(order.seed, `life ${life}`) : undefined;

  return (boundary) => {
    if (boundary !== order.boundary) return false;
    passed += 1;
    return 'after' in order ? passed === order.after : chance?.happens(order.share) === true;
  };
}
