import { parseArgs } from 'node:util';

const USAGE = 'Usage: npm run bench -- growth [--sizes 1000,1000000] [--seed 1], with sizes of at least 500.';

export interface GrowthOptions {
  /** Numbers of applicants, ascending, at least two. */
  readonly sizes: readonly number[];
  readonly seed: number;
}

/** Minimum of applicants for the measurements. */
const MIN_SIZE = 500;

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** @throws Error with the usage */
export function parseGrowthOptions(args: readonly string[]): GrowthOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { sizes: text, seed: text } });
  const sizes = (values.sizes ?? '1000,1000000').split(',').map(Number);
  const seed = Number(values.seed ?? 1);
  const isAscending = sizes.every(
    (size, index) => isCount(size) && size > (sizes[index - 1] ?? MIN_SIZE - 1),
  );
  if (sizes.length < 2 || !isAscending || !isCount(seed)) throw new Error(USAGE);
  return { sizes, seed };
}
