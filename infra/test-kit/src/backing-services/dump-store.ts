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
