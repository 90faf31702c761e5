import { sealAuditEntries } from './audit-chain.ts';
import type { Blueprint } from './blueprint.ts';
import { chooseBlueprint, chooseWay } from './choose-blueprint.ts';
import { type CopyRow, copyPerson } from './copy.ts';
import { createKnownPerson, type KnownPerson } from './known-person.ts';
import type { Random } from './random.ts';
import type { Store } from './store.ts';
import type { Stores } from './stores.ts';
import type { Way } from './ways.ts';

const BATCH = 500;
const BATCHES_UNDER_WAY = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 6;
/** Number of overdue unattached papers at each size: those of a day. */
const OVERDUE = 50;
const OVERDUE_MS = 31 * DAY_MS;

/** States of the measured applicants, in turn. */
const KNOWN_WAYS: readonly Way[] = ['paid', 'unpaid', 'paid', 'draft', 'paid'];

export interface Generator {
  readonly blueprints: readonly Blueprint[];
  readonly store: Store;
  readonly stores: Stores;
  readonly random: Random;
}

export interface Growth {
  /** First number (inclusive) and last (exclusive). */
  readonly from: number;
  readonly to: number;
  /** Number of resealed, signed-in copies. */
  readonly known: number;
  /** Whether they submitted today, or on the days before. */
  readonly isToday: boolean;
}

async function insert(rows: readonly CopyRow[], store: Store): Promise<void> {
  await sealAuditEntries(rows, store);
  const groups = Map.groupBy(rows, ({ source }) => source.namespace);
  const inserts = [...groups].map(([namespace, group]) =>
    store.collection(namespace).insertMany(
      group.map(({ row }) => row),
      { ordered: false, forceServerObjectId: true, ignoreUndefined: false },
    ),
  );
  await Promise.all(inserts);
}

/** Writes the missing people, the known ones late, since their sessions end half an hour later; returns these. */
export async function grow(
  { from, to, known, isToday }: Growth,
  generator: Generator,
): Promise<KnownPerson[]> {
  const { store, stores, random } = generator;
  const overdueFrom = to - OVERDUE;
  const people: KnownPerson[] = [];
  const createRows = async (number: number): Promise<readonly CopyRow[]> => {
    if (number >= overdueFrom) {
      const blueprint = chooseBlueprint(generator, 'stray', false);
      return copyPerson(blueprint, { random, ageMs: OVERDUE_MS }).rows;
    }
    if (number >= overdueFrom - known) {
      const way = KNOWN_WAYS[people.length % KNOWN_WAYS.length] as Way;
      const created = await createKnownPerson(chooseBlueprint(generator, way, isToday), { stores, random });
      people.push(created.person);
      return created.rows;
    }
    const ageMs = isToday ? random(HOUR_MS) : DAY_MS + random(DAYS * DAY_MS);
    return copyPerson(chooseBlueprint(generator, chooseWay(random), false), { random, ageMs }).rows;
  };
  const underWay = new Set<Promise<void>>();
  for (let start = from; start < to; start += BATCH) {
    const rows: CopyRow[] = [];
    for (let number = start; number < Math.min(start + BATCH, to); number += 1)
      rows.push(...(await createRows(number)));
    const inserting: Promise<void> = insert(rows, store).finally(() => underWay.delete(inserting));
    underWay.add(inserting);
    if (underWay.size >= BATCHES_UNDER_WAY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return people;
}
