import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does the work for each item at its time, so many a second, however long earlier ones take. Gives the
 * milliseconds from that time to the end of the work: what an item waited because the sender was late counts.
 * @throws what the first failing work throws.
 */
export async function openLoop<Item>(
  items: readonly Item[],
  aSecond: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const start = performance.now();
  const timed = async (item: Item, dueAt: number): Promise<number> => {
    await work(item);
    return performance.now() - dueAt;
  };
  const running: Promise<number>[] = [];
  for (const [place, item] of items.entries()) {
    const dueAt = start + (place * 1000) / aSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
    running.push(timed(item, dueAt));
  }
  return Promise.all(running);
}
