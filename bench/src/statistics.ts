import { percentile } from '@archaka/test-kit';

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);

/** Duration of the work in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs the work for each item with limited concurrency; returns items a second. */
export async function measureRate<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const remaining = items.values();
  const ms = await measureMs(() =>
    Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const item of remaining) await work(item);
      }),
    ),
  );
  return (items.length * 1000) / ms;
}
