import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '@archaka/service-kit/bucket';
import { CommandError, createFolder } from '@archaka/service-kit/command-line';
import { type ClientSession, type Db, type MongoClient, MongoServerError, type Timestamp } from 'mongodb';
import { type Lock, tryLock } from '../../bootstrap/lock.mjs';
import type { Identify } from '../operators/identify-operator.ts';
import { getSecretsPath } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { listServiceDatabases, recordCommand, type ServiceDatabase, withClient } from './databases.ts';
import { type BackedUpCollection, type Manifest, writeDocuments, writeManifest } from './files.ts';
import { computeFingerprints, findMissingKeys, type Keys, loadKeys } from './keys.ts';
import { dumpObjects, openFilesBucket } from './objects.ts';
import { openStoreForRead } from './open-store.ts';

interface BackupOptions {
  /** New or empty. */
  folder: string;
  withKeys: boolean;
  identify: Identify;
}

/** @throws CommandError when there is no data, or the folder is not empty */
export async function createBackup(
  settings: Settings,
  { folder, withKeys, identify }: BackupOptions,
): Promise<Manifest> {
  const keys = loadKeys(settings.dataDir, settings.env);
  const store = await openStoreForRead(settings, console.log);
  try {
    assertKeysKnown(keys, settings.dataDir);
    const bucket = await openFilesBucket(settings.env);
    const lock = await lockEmptyFolder(folder);
    try {
      return await writeBackup(folder, { mongoUrl: store.mongoUrl, keys, bucket, withKeys, identify });
    } finally {
      lock.release();
    }
  } finally {
    await store.close();
  }
}

interface BackupSource {
  mongoUrl: string;
  keys: Keys;
  /** Undefined if files are in MongoDB. */
  bucket: Bucket | undefined;
}

async function writeBackup(
  folder: string,
  { mongoUrl, keys, bucket, withKeys, identify }: BackupSource & Omit<BackupOptions, 'folder'>,
): Promise<Manifest> {
  try {
    const operator = await identify(mongoUrl);
    const content = await withClient(mongoUrl, async (client) => {
      await recordCommand(client, mongoUrl, { action: 'command.backup', operator });
      return dump(client, { mongoUrl, folder });
    });
    if (bucket)
      for (const { service, collections } of content.databases)
        collections.push(await dumpObjects(bucket, { folder, service }));
    if (withKeys) await writeFile(getSecretsPath(folder), JSON.stringify(keys, null, 2), { mode: 0o600 });
    const backup: Manifest = { format: 1, ...content, fingerprints: computeFingerprints(keys) };
    await writeManifest(folder, backup);
    return backup;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

/** A restore checks its keys by these. */
function assertKeysKnown(keys: Keys, dataDir: string): void {
  const missing = findMissingKeys(keys);
  if (missing.length === 0) return;
  throw new CommandError(
    `The portal's keys are needed for their fingerprints: ${missing.join(', ')} are neither in ${dataDir} nor in the environment.`,
  );
}

const LOCK = 'lock';

/** It will contain personal data: only the owner may read it. @throws CommandError for a folder of another backup */
async function lockEmptyFolder(folder: string): Promise<Lock> {
  createFolder(folder);
  const lock = tryLock(join(folder, LOCK));
  if (lock.release === undefined)
    throw new CommandError(
      `Another backup (process ${lock.holder}) is written to ${folder}: name a new folder.`,
    );
  const isEmpty = (await readdir(folder)).every((name) => name.startsWith(LOCK));
  if (isEmpty) return lock;
  lock.release();
  throw new CommandError(`${folder} is not empty: name a new folder for each backup.`);
}

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
async function dump(
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
