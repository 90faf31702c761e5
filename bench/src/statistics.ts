/** The value that this share (0 to 1) of the sample does not exceed. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

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
