import { randomBytes } from 'node:crypto';
import type { Blueprint, BlueprintRow } from './blueprint.ts';
import type { Random } from './random.ts';
import type { Particulars } from './row-builder.ts';

const DAY_MS = 86_400_000;
/** Due time after the end of the bench. */
const FUTURE_MS = 30 * DAY_MS;
/** Size of a file in a copy that cannot be opened. */
const MAX_BYTES = 600;
const POOL = randomBytes(1 << 20);

export interface CopyRow {
  readonly source: BlueprintRow;
  readonly row: Record<string, unknown>;
}

/** Incompressible bytes, reused to save time. */
const createPoolReader = (random: Random) => (length: number) => {
  const size = Math.min(length, MAX_BYTES);
  const start = random(POOL.length - size);
  return POOL.subarray(start, start + size);
};

export interface CopyOptions {
  readonly random: Random;
  /** Time since the person's last action. */
  readonly ageMs: number;
  /** Replacements of random ids, by the template's id. */
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
