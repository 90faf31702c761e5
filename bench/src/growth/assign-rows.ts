import { listIds } from './ids.ts';

export interface StoredRow {
  /** `<database>.<collection>` */
  readonly namespace: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface PersonRows {
  readonly rows: readonly StoredRow[];
  /** Ids that occur in no other person's rows. */
  readonly ids: readonly string[];
}

/** From an event to the ticket there are fewer steps than this. */
const MAX_STEPS = 8;

type Owners = Map<string, Set<number>>;

function findOwner(ids: readonly string[], owners: Owners): number | undefined {
  const found = new Set<number>();
  for (const id of ids) {
    const [owner, ...others] = owners.get(id) ?? [];
    if (owner !== undefined && others.length === 0) found.add(owner);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * Assigns rows to persons: a row with an id that occurs only in one person's rows is that person's, repeated to a fixpoint.
 * Rows of no person, and of several, are left out.
 * @param people initial ids of each person
 */
export function assignRows(rows: readonly StoredRow[], people: readonly string[][]): PersonRows[] {
  const idsByRow = rows.map(({ row }) => listIds(row));
  const createOwners = (): Owners =>
    new Map(people.flatMap((ids, person) => ids.map((id) => [id, new Set([person])] as const)));
  let owners = createOwners();
  let ownerByRow: (number | undefined)[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    ownerByRow = idsByRow.map((ids) => findOwner(ids, owners));
    owners = createOwners();
    for (const [index, owner] of ownerByRow.entries()) {
      if (owner === undefined) continue;
      for (const id of idsByRow[index] ?? []) owners.set(id, (owners.get(id) ?? new Set()).add(owner));
    }
  }
  return people.map((_ids, person) => ({
    rows: rows.filter((_row, index) => ownerByRow[index] === person),
    ids: [...owners].flatMap(([id, set]) => (set.size === 1 && set.has(person) ? [id] : [])),
  }));
}
