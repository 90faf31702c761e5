import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Db, MongoClient } from 'mongodb';

/** Raw documents from the server: the content of its files and journal before compression. */
type RawDocuments = AsyncIterable<Uint8Array>;

const RAW = { raw: true } as const;
/** Excluded: the dev inbox stores plain messages for an hour, and is rejected in production. */
const DEV_INBOX = 'inboxmessages';

async function* readCollections(db: Db): AsyncGenerator<Uint8Array> {
  for (const collection of await db.collections()) {
    if (collection.collectionName === DEV_INBOX) continue;
    yield* collection.find({}, RAW) as unknown as RawDocuments;
  }
}

interface DumpOptions {
  /** Of the databases. */
  readonly prefix: string;
  readonly since: Date;
}

/** Of one document, or of the documents of a transaction. */
const writtenTo = (namespaces: RegExp) => ({
  $or: [{ ns: namespaces }, { 'o.applyOps.ns': namespaces }],
});

/** Every collection, and all writes in the oplog since then, also of deleted rows, as BSON. */
export async function dumpStore(client: MongoClient, { prefix, since }: DumpOptions): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((each) => each.name.startsWith(prefix)))
    for await (const document of readCollections(client.db(name))) parts.push(document);
  const filter = {
    wall: { $gte: since },
    ns: { $not: new RegExp(`\\.${DEV_INBOX}$`) },
    ...writtenTo(new RegExp(`^${prefix}`)),
  };
  const written = client.db('local').collection('oplog.rs').find(filter, RAW);
  for await (const entry of written as unknown as RawDocuments) parts.push(entry);
  return Buffer.concat(parts);
}

interface StoredFile {
  /** From the folder. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Every file below a folder in turn, except files that servers delete meanwhile. */
export async function* readFilesBelow(folder: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes) yield { path: relative(folder, path), bytes };
  }
}

/** The used part of a mongoose connection. */
interface ObservedConnection {
  set(option: 'debug', value: unknown): unknown;
  collection(name: string): {
    find(filter: object): { explain(verbosity: 'queryPlanner'): Promise<{ queryPlanner?: unknown }> };
  };
}

/** The stages of MongoDB's query plan, as JSON. */
async function explainPlan(connection: ObservedConnection, collection: string, filter: object) {
  const { queryPlanner } = await connection.collection(collection).find(filter).explain('queryPlanner');
  return JSON.stringify((queryPlanner as { winningPlan: object }).winningPlan);
}

/** The filter of a pipeline that begins with $match; else empty. */
const readMatch = ([stage]: readonly { $match?: object }[]): object => stage?.$match ?? {};

/**
 * Records the queries of the connection while `work` runs.
 * @returns the number of queries, and the collections that any of them scans
 */
export async function findCollectionScans(connection: ObservedConnection, work: () => Promise<unknown>) {
  const queries: { collection: string; filter: object }[] = [];
  connection.set('debug', (collection: string, method: string, argument: object) => {
    if (/^(find|count|delete|update)/.test(method)) queries.push({ collection, filter: argument });
    if (method === 'aggregate') queries.push({ collection, filter: readMatch(argument as object[]) });
  });
  try {
    await work();
  } finally {
    connection.set('debug', false);
  }
  const plans = await Promise.all(
    queries.map(async ({ collection, filter }) => ({
      collection,
      plan: await explainPlan(connection, collection, filter),
    })),
  );
  const scanned = plans.filter(({ plan }) => plan.includes('COLLSCAN')).map(({ collection }) => collection);
  return { queries: queries.length, scanned };
}

/** The used part of a mongoose connection. */
interface ProfiledConnection {
  readonly db?:
    | {
        command(command: object): Promise<unknown>;
        collection(name: string): {
          find(filter: object): { toArray(): Promise<object[]> };
          drop(): Promise<unknown>;
        };
      }
    | undefined;
}

interface ProfiledOperation {
  readonly keysExamined?: number;
  readonly docsExamined?: number;
}

/** Counts the index keys and rows that MongoDB reads in the connection's database while `work` runs. */
export async function countExamined({ db }: ProfiledConnection, work: () => Promise<unknown>) {
  const profile = db?.collection('system.profile');
  await db?.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db?.command({ profile: 0 });
  }
  const operations: ProfiledOperation[] = (await profile?.find({}).toArray()) ?? [];
  await profile?.drop();
  const sum = (key: keyof ProfiledOperation) =>
    operations.reduce((total, operation) => total + (operation[key] ?? 0), 0);
  return { keys: sum('keysExamined'), rows: sum('docsExamined') };
}
