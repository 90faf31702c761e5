import { removeOlder } from './remove-older.ts';

export interface Waiter {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number;
}

/** Three of the longest polls: a phone that sleeps for longer regains its position by its time of arrival. */
const SILENT_MS = 90_000;

export function createLine() {
  let waiters: Waiter[] = [];
  const seen = new Map<string, number>();

  /** Index of the first waiter with the same or a later arrival. */
  function findIndex(waiter: Waiter): number {
    let [low, high] = [0, waiters.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(waiters[middle] as Waiter, waiter)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    size: (): number => waiters.length,
    first: (): Waiter | undefined => waiters[0],
    /** @returns the number of waiters ahead */
    add(waiter: Waiter, now: number): number {
      const index = findIndex(waiter);
      if (!seen.has(waiter.id)) waiters.splice(index, 0, waiter);
      seen.set(waiter.id, now);
      return index;
    },
    removeFirst(): void {
      const waiter = waiters.shift();
      if (waiter) seen.delete(waiter.id);
    },
    removeSilent(now: number): void {
      removeOlder(seen, now - SILENT_MS);
      if (seen.size < waiters.length) waiters = waiters.filter(({ id }) => seen.has(id));
    },
  };
}

const isBefore = (one: Waiter, other: Waiter): boolean =>
  one.arrivedAt < other.arrivedAt || (one.arrivedAt === other.arrivedAt && one.id < other.id);
