import { assignRows, type StoredRow } from './assign-rows.ts';
import { createIdShape, isPlainObject } from './ids.ts';
import type { Random } from './random.ts';
import { compileRow, type Particulars } from './row-builder.ts';
import type { Expiry } from './store.ts';
import type { Walker } from './ways.ts';

export interface BlueprintRow {
  readonly namespace: string;
  readonly template: Readonly<Record<string, unknown>>;
  readonly build: (person: Particulars) => Record<string, unknown>;
  /** Time of the template row's deletion by TTL, milliseconds since 1970; infinite for most. */
  readonly expiresAt: number;
}

/** The rows of a real applicant, prepared for copies. */
export interface Blueprint {
  readonly walker: Walker;
  readonly ids: readonly string[];
  readonly rows: readonly BlueprintRow[];
  readonly readAt: Date;
  readonly createIds: (random: Random) => string[];
}

const readPath = (row: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (isPlainObject(value) ? value[key] : undefined), row);

function findExpiry({ row }: StoredRow, expiries: readonly Expiry[]): number {
  const ends = expiries.map(({ path, seconds }) => {
    const at = readPath(row, path);
    return at instanceof Date ? at.getTime() + seconds * 1000 : Number.POSITIVE_INFINITY;
  });
  return Math.min(...ends, Number.POSITIVE_INFINITY);
}

interface BlueprintOptions {
  readonly walkers: readonly Walker[];
  readonly rows: readonly StoredRow[];
  readonly expiries: ReadonlyMap<string, readonly Expiry[]>;
  readonly readAt: Date;
}

const isNumbered = ({ row }: StoredRow): boolean => typeof row._id === 'number';

/** One blueprint for each walker. @throws Error for a walker without rows */
export function createBlueprints({ walkers, rows, expiries, readAt }: BlueprintOptions): Blueprint[] {
  const single = rows.filter((row) => !isNumbered(row));
  const people = walkers.map(({ session, applicationId }) =>
    [session.person.id, applicationId].filter((id) => id !== ''),
  );
  const usedIds = new Set<string>();
  return assignRows(single, people).map(({ rows: own, ids }, index) => {
    const walker = walkers[index] as Walker;
    if (own.length === 0) throw new Error(`no data is stored about an applicant ${walker.way}`);
    const idPlaces = new Map(ids.map((id, place) => [id, place]));
    const shapes = ids.map((id) => createIdShape(id, usedIds));
    return {
      ...{ walker, ids, readAt },
      createIds: (random) => shapes.map((createId) => createId(random)),
      rows: own.map((stored) => {
        const { namespace, row } = stored;
        const ends = expiries.get(namespace) ?? [];
        const expiryPaths = new Set(ends.map(({ path }) => path));
        const build = compileRow(row, { idPlaces, readAt, expiryPaths });
        return {
          ...{ namespace, template: row, expiresAt: findExpiry(stored, ends) },
          build: build as BlueprintRow['build'],
        };
      }),
    };
  });
}
