import { CommandError } from '@archaka/service-kit/command-line';

export interface GrowthOptions {
  /** Numbers of applicants, ascending, at least two. */
  readonly sizes: readonly number[];
  readonly seed: number;
}

/** Minimum of applicants for the measurements. */
const MIN_SIZE = 500;

export const DEFAULT_SIZES = [1000, 1_000_000];

/** @throws CommandError unless ascending */
export function parseSizes(text: string): number[] {
  const sizes = text.split(',').map(Number);
  const isAscending = sizes.every(
    (size, index) => Number.isSafeInteger(size) && size > (sizes[index - 1] ?? MIN_SIZE - 1),
  );
  if (sizes.length >= 2 && isAscending) return sizes;
  throw new CommandError(`--sizes are at least two ascending numbers from ${MIN_SIZE}, separated by commas`);
}
