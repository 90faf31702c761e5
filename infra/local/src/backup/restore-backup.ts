import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket } from '@archaka/service-kit/bucket';
import { CommandError } from '@archaka/service-kit/command-line';
import { BSON, type Collection, type Document, type MongoClient } from 'mongodb';
import { createRestoreMarker, removeRestoreMarker } from '../data-folder.ts';
import type { Identify } from '../operators/identify-operator.ts';
import { getSecretsPath } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { listServiceDatabases, recordCommand, withClient } from './databases.ts';
import { checkFile, listCollections, type Manifest, readDocuments, readManifest } from './files.ts';
import { findMismatchedKeys, loadKeys } from './keys.ts';
import { assertBucket, isObjects, loadObjects, openFilesBucket } from './objects.ts';
import { openStoreForWrite } from './open-store.ts';

interface RestoreOptions {
  /** Of the backup. */
  folder: string;
  over: boolean;
  identify: Identify;
}

export interface RestoreResult {
  backup: Manifest;
  /** Number of events that the services will send again. */
  events: number;
}

/**
 * Verifies the whole backup before the first change. Then fills the store with it, and empties the local broker, whose
 * messages belong to another state.
 * @throws CommandError when it is incomplete, its keys are missing here, or the portal runs or is not empty
 */
export async function restoreBackup(
  settings: Settings,
  { folder, over, identify }: RestoreOptions,
): Promise<RestoreResult> {
  const { dataDir } = settings;
  const backup = await readManifest(folder);
  assertKeysMatch(backup, { folder, settings });
  const bucket = await openFilesBucket(settings.env);
  assertBucket(backup, bucket);
  for (const each of listCollections(backup)) await checkFile(join(folder, each.file), each);
  const store = await openStoreForWrite(settings, console.log);
  const { mongoUrl } = store;
  try {
    copyKeys(folder, dataDir);
    const events = await withClient(mongoUrl, async (client) => {
      await assertNotInUse(client, mongoUrl);
      if (!over) await assertEmpty(client, mongoUrl);
      // An empty store has no operators: those of the backup then authorise the restore before it counts as finished.
      const known = (await hasOperators(client, mongoUrl)) ? await identify(mongoUrl) : undefined;
      createRestoreMarker(dataDir);
      for (const { name } of listServiceDatabases(mongoUrl)) await client.db(name).dropDatabase();
      rmSync(join(dataDir, 'rabbitmq'), { recursive: true, force: true });
      await load(client, { mongoUrl, folder, backup, bucket });
      const operator =
        known ?? ((await hasOperators(client, mongoUrl)) ? await identify(mongoUrl) : BEFORE_FIRST_OPERATOR);
      await recordCommand(client, mongoUrl, { action: 'command.restore', operator, detail: { over } });
      return requeuePublished(client, mongoUrl);
    });
    removeRestoreMarker(dataDir);
    return { backup, events };
  } finally {
    await store.close();
  }
}

/** A portal with other keys would start, but could read neither an Aadhaar nor its own signing keys. */
function assertKeysMatch(
  { fingerprints }: Manifest,
  { folder, settings: { dataDir, env } }: { folder: string; settings: Settings },
): void {
  const localKeys = loadKeys(dataDir, env);
  const keys = Object.keys(localKeys).length > 0 ? localKeys : loadKeys(folder, {});
  const mismatched = findMismatchedKeys(fingerprints, keys);
  if (mismatched.length === 0) return;
  throw new CommandError(
    `${dataDir} lacks the keys of this backup (${mismatched.join(', ')}): copy the secrets.json of its portal into that folder, or set its variables.`,
  );
}

/** The keys of a backup made --with-keys, for a data folder without keys. */
function copyKeys(folder: string, dataDir: string): void {
  const [backupSecrets, localSecrets] = [getSecretsPath(folder), getSecretsPath(dataDir)];
  if (existsSync(backupSecrets) && !existsSync(localSecrets)) copyFileSync(backupSecrets, localSecrets);
}

/** Restores a backup that is older than the first operator. */
const BEFORE_FIRST_OPERATOR = { id: 'first', why: '' };

const hasOperators = async (client: MongoClient, mongoUrl: string): Promise<boolean> => {
  const auth = listServiceDatabases(mongoUrl).find(({ service }) => service === 'auth');
  return (await client.db(auth?.name).collection('operators').findOne()) !== null;
};

/** Services name their connections after their databases. */
async function assertNotInUse(client: MongoClient, mongoUrl: string): Promise<void> {
  const names = listServiceDatabases(mongoUrl).map(({ name }) => name);
  const connections = client
    .db('admin')
    .aggregate([
      { $currentOp: { allUsers: true, idleConnections: true } },
      { $match: { appName: { $in: names } } },
    ]);
  const [connection] = await connections.toArray();
  if (connection === undefined) return;
  throw new CommandError(
    `The portal of this store runs (${connection.appName} is connected): stop its services first.`,
  );
}

async function assertEmpty(client: MongoClient, mongoUrl: string): Promise<void> {
  for (const { name } of listServiceDatabases(mongoUrl)) {
    const db = client.db(name);
    for (const collection of await db.listCollections({}, { nameOnly: true }).toArray()) {
      if ((await db.collection(collection.name).findOne()) === null) continue;
      throw new CommandError(
        `The target has a portal (${name} contains ${collection.name}): --over replaces all of its data by the backup.`,
      );
    }
  }
}

/** Maximum size of one insert: MongoDB accepts 48 MB, and an applicant's file is one document. */
const BATCH = { documents: 1000, bytes: 16_000_000 };
/** Preserves the BSON types of numbers, so that documents are restored byte for byte. */
const deserializeOptions = { promoteValues: false, bsonRegExp: true } as const;

/** Writes all of the backup's documents and objects; the services create the indexes when they start. */
async function load(
  client: MongoClient,
  {
    mongoUrl,
    folder,
    backup,
    bucket,
  }: { mongoUrl: string; folder: string; backup: Manifest; bucket: Bucket | undefined },
): Promise<void> {
  for (const { service, name } of listServiceDatabases(mongoUrl)) {
    const collections = backup.databases.find((each) => each.service === service)?.collections ?? [];
    for (const each of collections) {
      const path = join(folder, each.file);
      if (bucket && isObjects(each)) await loadObjects(bucket, path);
      else await insertDocuments(client.db(name).collection(each.name), path);
    }
  }
}

/** @throws when a document cannot be read or stored */
export async function insertDocuments(collection: Collection, path: string): Promise<void> {
  let batch: Document[] = [];
  let bytes = 0;
  const insert = async () => {
    const documents = batch;
    [batch, bytes] = [[], 0];
    if (documents.length > 0) await collection.insertMany(documents, { forceServerObjectId: true });
  };
  for await (const document of readDocuments(path)) {
    if (batch.length === BATCH.documents || bytes + document.length > BATCH.bytes) await insert();
    batch.push(BSON.deserialize(document, deserializeOptions));
    bytes += document.length;
  }
  await insert();
}

/** Due time of these events: after the services' own, which are due since 1970. */
const DUE_AFTER_NEW = new Date(1);

/**
 * Lets the outboxes send recently published events again: the new broker does not have them, and inboxes recognise
 * those that had arrived. Formats as in service-kit (events/outbox.ts, events/inbox.ts).
 * @returns the number of events that will be sent again
 */
async function requeuePublished(client: MongoClient, mongoUrl: string): Promise<number> {
  let events = 0;
  for (const { name } of listServiceDatabases(mongoUrl)) {
    const db = client.db(name);
    const waiting = { due_at: DUE_AFTER_NEW, tries: { $literal: 0 } };
    const { modifiedCount } = await db
      .collection('outbox')
      .updateMany({ published_at: { $type: 'date' } }, [{ $set: waiting }, { $unset: 'published_at' }]);
    events += modifiedCount;
    // An inbox expires after 90 days; in an older backup its rows must still exist when the events arrive.
    await db.collection('inbox').updateMany({ doneAt: { $type: 'date' } }, [{ $set: { doneAt: '$$NOW' } }]);
  }
  return events;
}
