import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts the work for each item at its time, at a fixed rate, independent of earlier items. Returns the
 * milliseconds from that time to the end of the work, including delays of the sender.
 * @throws the error of the first failing item
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
