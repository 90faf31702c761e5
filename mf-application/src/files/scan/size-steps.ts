/** Encoding of a page: its longest side in pixels, its quality from 0 to 1. */
export interface SizeStep {
  readonly side: number;
  readonly quality: number;
}

export const MAX_SIDE_PX = 1700;
/** Under the 2 MB that the portal accepts. */
export const MAX_PAPER_BYTES = 1_900_000;

export const sizeSteps: readonly SizeStep[] = [
  { side: MAX_SIDE_PX, quality: 0.8 },
  { side: MAX_SIDE_PX, quality: 0.65 },
  { side: MAX_SIDE_PX, quality: 0.5 },
  { side: 1400, quality: 0.5 },
  { side: 1100, quality: 0.45 },
  { side: 900, quality: 0.4 },
];

/** The best step whose result is small enough; the last one if none is. */
export async function buildWithin<Built extends { readonly size: number }>(
  maxBytes: number,
  build: (step: SizeStep) => Promise<Built>,
): Promise<Built> {
  const [best, ...smaller] = sizeSteps;
  let built = await build(best as SizeStep);
  for (const step of smaller) {
    if (built.size <= maxBytes) break;
    built = await build(step);
  }
  return built;
}
