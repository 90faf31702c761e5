import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does the work for each item at its time, so many a second, however long earlier ones take. Gives the
 * milliseconds from that time to the end of the work: what an item waited because the sender was late counts.
 * @throws what the first failing work throws.
 */
export async function runOpenLoop<Item>(
  items: readonly Item[],
  perSecond: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const start = performance.now();
  const measure = async (item: Item, dueAt: number): Promise<number> => {
    await work(item);
    return performance.now() - dueAt;
  };
  const started: Promise<number>[] = [];
  for (const [index, item] of items.entries()) {
    const dueAt = start + (index * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await pause(waitMs);
    started.push(measure(item, dueAt));
  }
  return Promise.all(started);
}
