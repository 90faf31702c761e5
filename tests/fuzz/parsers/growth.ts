import type { Target } from './target.ts';

/** Minimum time for a growth measurement; ms. */
const MEASURABLE_MS = 8;
/** Permitted ratio for an input four times as long; linear is 4. */
const MAX_GROWTH = 9;
const ROUNDS = 3;

async function measureCpuMs(parse: Target['parse'], bytes: Buffer): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.threadCpuUsage();
    try {
      await parse(bytes);
    } catch {
      // A rejection is measured, too.
    }
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** The growth of a parser's time on a repeated text; undefined if it is linear. */
export async function findGrowth(
  { parse, maxBytes }: Pick<Target, 'parse' | 'maxBytes'>,
  unit: Buffer,
): Promise<string | undefined> {
  if (unit.length === 0) return undefined;
  const repeatUnit = (bytes: number) => Buffer.alloc(bytes, unit);
  const wholeMs = await measureCpuMs(parse, repeatUnit(maxBytes));
  if (wholeMs < MEASURABLE_MS) return undefined;
  const quarterMs = await measureCpuMs(parse, repeatUnit(maxBytes / 4));
  return wholeMs > quarterMs * MAX_GROWTH
    ? `${quarterMs.toFixed(1)} ms for ${maxBytes / 4} bytes, ${wholeMs.toFixed(1)} ms for ${maxBytes}`
    : undefined;
}
