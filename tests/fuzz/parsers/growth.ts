import type { Target } from './targets.ts';

/** Less says nothing about how time grows; ms. */
const MEASURABLE_MS = 8;
/** Of an input four times as long; linear is 4. */
const MAX_GROWTH = 9;
const ROUNDS = 3;

async function measureCpuMs(parse: Target['parse'], bytes: Buffer): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.threadCpuUsage();
    try {
      await parse(bytes);
    } catch {
      // A refusal takes its time too.
    }
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** How a parser's time grows on a text again and again; undefined while it is linear. */
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
