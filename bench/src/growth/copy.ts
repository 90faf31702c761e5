import { randomBytes } from 'node:crypto';
import type { Blueprint, BlueprintRow } from './blueprint.ts';
import type { Random } from './random.ts';
import type { Particulars } from './row-builder.ts';

const DAY_MS = 86_400_000;
/** Queues leave what is due then alone for longer than the bench runs. */
const FUTURE_MS = 30 * DAY_MS;
/** A copy that opens for nobody has so much of a file. */
const MAX_BYTES = 600;
const POOL = randomBytes(1 << 20);

export interface CopyRow {
  readonly source: BlueprintRow;
  readonly row: Record<string, unknown>;
}

/** Bytes that no compression makes smaller, without the cost of new ones. */
const createPoolReader = (random: Random) => (length: number) => {
  const size = Math.min(length, MAX_BYTES);
  const start = random(POOL.length - size);
  return POOL.subarray(start, start + size);
};

export interface CopyOptions {
  readonly random: Random;
  /** Since the last thing that the person did. */
  readonly ageMs: number;
  /** In place of random ones, by the template's id. */
  readonly given?: ReadonlyMap<string, string>;
}

/** Another person's rows, without those that MongoDB would have deleted by now. */
export function copyPerson(blueprint: Blueprint, { random, ageMs, given }: CopyOptions) {
  const fresh = blueprint.createIds(random);
  const ids = given ? blueprint.ids.map((id, place) => given.get(id) ?? (fresh[place] as string)) : fresh;
  const now = Date.now();
  const shiftMs = now - ageMs - blueprint.readAt.getTime();
  const particulars: Particulars = {
    ...{ ids, shiftMs, futureMs: FUTURE_MS, createBytes: createPoolReader(random) },
  };
  const rows = blueprint.rows.flatMap((source): CopyRow[] =>
    source.expiresAt + shiftMs <= now ? [] : [{ source, row: source.build(particulars) }],
  );
  return { ids, rows };
}
