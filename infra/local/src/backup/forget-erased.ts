import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BSON, type MongoClient } from 'mongodb';
import { listServiceDatabases } from './databases.ts';
import {
  type BackedUpCollection,
  checkFile,
  readDocuments,
  readManifest,
  writeDocuments,
  writeManifest,
} from './files.ts';

const DATA_KEYS = 'datakeys';

/** As service-kit stores it (data-keys/data-key-repository.ts). */
interface DataKeyRow {
  readonly _id: string;
  readonly wrapped?: unknown;
  readonly createdAt: Date;
  readonly erasedAt?: Date;
}

/** Time of each person's erasure, by service. */
export type Erasures = ReadonlyMap<string, ReadonlyMap<string, Date>>;

export async function readErasures(client: MongoClient, mongoUrl: string): Promise<Erasures> {
  const erasures = new Map<string, ReadonlyMap<string, Date>>();
  for (const { service, name } of listServiceDatabases(mongoUrl)) {
    const rows = client.db(name).collection<Required<DataKeyRow>>(DATA_KEYS);
    const erased = await rows.find({ erasedAt: { $exists: true } }).toArray();
    erasures.set(service, new Map(erased.map(({ _id, erasedAt }) => [_id, erasedAt])));
  }
  return erasures;
}

/** The rows without keys of erased persons; counts the removed keys. */
async function forgetRows(path: string, erased: ReadonlyMap<string, Date>) {
  let forgotten = 0;
  const rows: Uint8Array[] = [];
  for await (const document of readDocuments(path)) {
    const { _id, wrapped, createdAt } = BSON.deserialize(document) as DataKeyRow;
    const erasedAt = wrapped === undefined ? undefined : erased.get(_id);
    if (erasedAt) forgotten += 1;
    rows.push(erasedAt ? BSON.serialize({ _id, createdAt, erasedAt }) : Buffer.from(document));
  }
  return { forgotten, rows };
}

interface ForgettingContext {
  readonly folder: string;
  readonly service: string;
  readonly erased: ReadonlyMap<string, Date>;
}

async function forgetIn(collection: BackedUpCollection, { folder, service, erased }: ForgettingContext) {
  const unchanged = { collection, forgotten: 0 };
  if (collection.name !== DATA_KEYS || erased.size === 0) return unchanged;
  const path = join(folder, collection.file);
  await checkFile(path, collection);
  const { forgotten, rows } = await forgetRows(path, erased);
  if (forgotten === 0) return unchanged;
  const file = `${service}/${DATA_KEYS}-${Date.now()}.bson`;
  const facts = await writeDocuments(join(folder, file), toStream(rows));
  return { collection: { name: DATA_KEYS, file, ...facts }, forgotten };
}

async function* toStream(rows: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* rows;
}

/**
 * Removes from a backup the data keys of persons who were erased since: their data in it cannot be opened again.
 * An interrupted run leaves the backup as it was, and may be run again.
 * @returns how many keys were removed
 * @throws CommandError when the folder is not a complete backup
 */
export async function forgetErased(folder: string, erasures: Erasures): Promise<number> {
  const manifest = await readManifest(folder);
  const replaced: string[] = [];
  const databases: typeof manifest.databases = [];
  let total = 0;
  for (const { service, collections } of manifest.databases) {
    const context = { folder, service, erased: erasures.get(service) ?? new Map() };
    const changed: BackedUpCollection[] = [];
    for (const each of collections) {
      const { collection, forgotten } = await forgetIn(each, context);
      if (forgotten > 0) replaced.push(join(folder, each.file));
      total += forgotten;
      changed.push(collection);
    }
    databases.push({ service, collections: changed });
  }
  if (total > 0) await writeManifest(folder, { ...manifest, databases });
  for (const path of replaced) await rm(path);
  return total;
}
