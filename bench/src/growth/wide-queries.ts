import type { mongo } from 'mongoose';
import { isPlainObject } from './ids.ts';
import { BENCH_NAME, type Store } from './store.ts';

interface ProfiledOperation {
  readonly ns: string;
  readonly op: string;
  readonly command?: Readonly<Record<string, unknown>>;
  readonly originatingCommand?: Readonly<Record<string, unknown>>;
  readonly planSummary?: string;
  readonly keysExamined?: number;
  readonly docsExamined?: number;
}

/** The query of a kind that examines most. */
export interface WideQuery {
  readonly plan: string;
  readonly keys: number;
  readonly rows: number;
}

const PROFILE = 'system.profile';
const PROFILE_BYTES = 16 << 20;
const WIDE = 2000;

/** Starts MongoDB's profiler for queries without an index, or with many examined rows. */
export async function startProfiler({ client, listDatabases }: Store): Promise<void> {
  const isWide = [
    // A check for any row reads only the first.
    { planSummary: /COLLSCAN/, docsExamined: { $gt: 1 } },
    { keysExamined: { $gte: WIDE } },
    { docsExamined: { $gte: WIDE } },
  ];
  for (const name of await listDatabases()) {
    const db = client.db(name);
    await db.command({ profile: 0 });
    await db.dropCollection(PROFILE).catch(() => undefined);
    await db.createCollection(PROFILE, { capped: true, size: PROFILE_BYTES });
    await db.command({ profile: 1, filter: { appName: { $ne: BENCH_NAME }, $or: isWide } });
  }
}

/** A change stream reads the oplog, which has no index. */
const isChangeStream = ({ originatingCommand }: ProfiledOperation): boolean =>
  JSON.stringify(originatingCommand ?? {}).includes('$changeStream');

/** Names and operators without values. */
function toShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(toShape);
  if (!isPlainObject(value)) return '?';
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toShape(each)]));
}

function describe({ ns, op, command = {} }: ProfiledOperation): string {
  const { filter, query, q, pipeline } = command;
  return `${op} ${ns} ${JSON.stringify(toShape(filter ?? query ?? q ?? pipeline ?? {}))}`;
}

/** Stops. @returns the widest query of each kind of operation */
export async function readWideQueries({ client, listDatabases }: Store): Promise<Map<string, WideQuery>> {
  const widest = new Map<string, WideQuery>();
  for (const name of await listDatabases()) {
    const db: mongo.Db = client.db(name);
    await db.command({ profile: 0 });
    for (const operation of await db.collection<ProfiledOperation>(PROFILE).find().toArray()) {
      if (isChangeStream(operation)) continue;
      const { planSummary: plan = '', keysExamined: keys = 0, docsExamined: rows = 0 } = operation;
      const key = describe(operation);
      const known = widest.get(key);
      if (!known || known.keys + known.rows < keys + rows) widest.set(key, { plan, keys, rows });
    }
  }
  return widest;
}
