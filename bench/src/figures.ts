import { percentile } from '@archaka/test-kit';

/** One line of the bench: the measured figure, with its target if there is one. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  readonly target?: string;
  readonly isReached?: boolean;
}

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);

/** A value that must not exceed its target. */
export const createLimitFigure = (name: string, value: number, max: number, unit: string): Figure => ({
  name,
  measured: `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`,
  target: `≤ ${max} ${unit}`,
  isReached: value <= max,
});

/** Milliseconds of which 95 % must not exceed the target. */
export const createLatencyFigure = (name: string, times: readonly number[], maxMs: number): Figure => ({
  ...createLimitFigure(name, percentile(times, 0.95), maxMs, 'ms'),
  measured: `p50 ${median(times).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`,
  target: `≤ ${maxMs} ms at p95`,
});

export function printTable(figures: readonly Figure[]): void {
  console.log('\n| figure | measured | target | reached |\n|---|---|---|---|');
  for (const { name, measured, target = '–', isReached } of figures) {
    const reached = isReached === undefined ? '–' : isReached ? 'yes' : 'NO';
    console.log(`| ${name} | ${measured} | ${target} | ${reached} |`);
  }
}

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
