import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import { type ClientSession, type Db, type MongoClient, MongoServerError, type Timestamp } from 'mongodb';
import { writeDocuments } from './collection-file.ts';
import { listServiceDatabases, type ServiceDatabase } from './databases.ts';
import type { BackedUpCollection, Manifest } from './manifest.ts';

/** SnapshotTooOld and SnapshotUnavailable (error_codes.yml of MongoDB). */
const SNAPSHOT_TOO_OLD = 239;
const SNAPSHOT_UNAVAILABLE = 246;

interface DumpContext {
  client: MongoClient;
  session: ClientSession;
  folder: string;
}

/**
 * Writes every collection of every service to the folder, all at one instant, that of the first
 * read: a session with `snapshot` reads at one cluster time despite concurrent writes.
 * @throws CommandError when the store did not retain that instant
 */
export async function dump(
  client: MongoClient,
  { mongoUrl, folder }: { mongoUrl: string; folder: string },
): Promise<Pick<Manifest, 'at' | 'databases'>> {
  const session = client.startSession({ snapshot: true });
  try {
    const services = listServiceDatabases(mongoUrl);
    const at = await startSnapshot(
      session,
      services.map(({ name }) => client.db(name)),
    );
    const databases: Manifest['databases'] = [];
    for (const each of services) databases.push(await dumpDatabase(each, { client, session, folder }));
    return { at, databases };
  } catch (error) {
    throw toCommandError(error) ?? error;
  } finally {
    await session.endSession();
  }
}

/**
 * Fixes the instant: that of the session's first read, which must be of an existing collection. Before the
 * collections are listed, so that none is missed. The driver's types omit it; without it each read would
 * have its own instant.
 */
async function startSnapshot(session: ClientSession, databases: readonly Db[]): Promise<string> {
  for (const db of databases) {
    const [first] = await listCollectionNames(db);
    if (first === undefined) continue;
    await db.collection(first).findOne({}, { session });
    const { snapshotTime } = session as ClientSession & { snapshotTime?: Timestamp };
    if (snapshotTime === undefined) throw new Error('MongoDB returned no cluster time for a snapshot read');
    return new Date(snapshotTime.getHighBitsUnsigned() * 1000).toISOString();
  }
  throw new CommandError('There is nothing to back up: MongoDB has no database of the portal.');
}

async function listCollectionNames(db: Db): Promise<string[]> {
  const listed = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return listed
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .toSorted();
}

async function dumpDatabase({ service, name }: ServiceDatabase, { client, session, folder }: DumpContext) {
  await mkdir(join(folder, service), { mode: 0o700 });
  const db = client.db(name);
  const collections: BackedUpCollection[] = [];
  for (const each of await listCollectionNames(db)) {
    const file = `${service}/${each}.bson`;
    const documents = db.collection(each).find({}, { session, raw: true });
    const written = await writeDocuments(
      join(folder, file),
      documents as unknown as AsyncIterable<Uint8Array>,
    );
    collections.push({ name: each, file, ...written });
  }
  return { service, collections };
}

function toCommandError(error: unknown): CommandError | undefined {
  if (!(error instanceof MongoServerError)) return undefined;
  if (error.code === SNAPSHOT_TOO_OLD) {
    return new CommandError(
      'MongoDB did not retain the instant of the backup long enough: raise its parameter minSnapshotHistoryWindowInSeconds (300 unless set) and try again.',
    );
  }
  if (error.code === SNAPSHOT_UNAVAILABLE) {
    return new CommandError(
      'A service created a collection or an index during the backup, as after a deployment: try again.',
    );
  }
  return undefined;
}
