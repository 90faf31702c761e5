import { percentile } from '@archaka/test-kit';

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Does the work for each item, at most so many at a time; gives items a second. */
export async function rate<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const left = items.values();
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const item of left) await work(item);
      }),
    ),
  );
  return (items.length * 1000) / ms;
}
