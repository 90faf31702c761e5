/** The value that this share (0 to 1) of the sample does not exceed. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
