import { randomInt } from 'node:crypto';
import { type Profiler, Session } from 'node:inspector/promises';
import type { Target } from './target.ts';

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
const pickPosition = (bytes: Buffer): number => randomInt(bytes.length + 1);
const MAX_REPEATS = 64;

/** Some bytes of an input, at most so many. */
function slice(bytes: Buffer, maxLength: number): Buffer {
  const start = pickPosition(bytes);
  return bytes.subarray(start, start + 1 + randomInt(maxLength));
}

const insert = (bytes: Buffer, position: number, inserted: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, position), inserted, bytes.subarray(position)]);

type Mutation = (bytes: Buffer, input: { tokens: readonly string[]; other: Buffer }) => Buffer;

const mutations: readonly Mutation[] = [
  (bytes) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[randomInt(changed.length)] = randomInt(256);
    return changed;
  },
  (bytes, { tokens }) => insert(bytes, pickPosition(bytes), Buffer.from(pick(tokens), 'latin1')),
  (bytes, { tokens }) => {
    const position = pickPosition(bytes);
    const word = Buffer.from(pick(tokens), 'latin1');
    return Buffer.concat([bytes.subarray(0, position), word, bytes.subarray(position + word.length)]);
  },
  (bytes) => {
    const position = pickPosition(bytes);
    return Buffer.concat([bytes.subarray(0, position), bytes.subarray(position + 1 + randomInt(16))]);
  },
  (bytes) => {
    const slicePart = slice(bytes, 32);
    return insert(
      bytes,
      pickPosition(bytes),
      Buffer.concat(Array(1 + randomInt(MAX_REPEATS)).fill(slicePart)),
    );
  },
  (bytes, { other }) =>
    Buffer.concat([bytes.subarray(0, pickPosition(bytes)), other.subarray(pickPosition(other))]),
];

/** Changes an input in some places; `other` provides parts to insert. */
export function mutate(
  bytes: Buffer,
  { tokens, other, maxBytes }: { tokens: readonly string[]; other: Buffer; maxBytes: number },
): Buffer {
  let changed = bytes;
  for (let times = 1 + randomInt(4); times > 0; times -= 1)
    changed = pick(mutations)(changed, { tokens, other });
  return changed.subarray(0, maxBytes);
}

/** V8's own coverage: blocks of the project's and its libraries' code. */
export interface Coverage {
  /** Blocks that have run since the last call for the first time. */
  readonly countNewBlocks: (options: { record: boolean }) => Promise<number>;
  readonly blocks: () => number;
}

const isCounted = ({ url }: Profiler.ScriptCoverage): boolean =>
  url !== '' && !url.startsWith('node:internal') && !url.includes('/tests/fuzz/');

export async function observeCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const known = new Set<string>();
  return {
    async countNewBlocks({ record }) {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const executedBlocks = result.filter(isCounted).flatMap(({ scriptId, functions }) =>
        functions
          .flatMap(({ ranges }) => ranges)
          .filter(({ count }) => count > 0)
          .map(({ startOffset, endOffset }) => `${scriptId} ${startOffset} ${endOffset}`),
      );
      const newBlocks = executedBlocks.filter((block) => !known.has(block));
      if (record) for (const block of newBlocks) known.add(block);
      return newBlocks.length;
    },
    blocks: () => known.size,
  };
}

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
