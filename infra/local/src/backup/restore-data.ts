import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket } from '@archaka/service-kit/bucket';
import { CommandError } from '@archaka/service-kit/command-line';
import type { MongoClient } from 'mongodb';
import type { Identify } from '../operators/identify-operator.ts';
import { listServiceDatabases } from './databases.ts';
import { load } from './load.ts';
import type { Manifest } from './manifest.ts';
import { recordCommand } from './record-command.ts';
import { requeuePublished } from './resend.ts';
import { withClient } from './with-client.ts';

interface RestoreDataOptions {
  mongoUrl: string;
  dataDir: string;
  /** Of the backup. */
  folder: string;
  backup: Manifest;
  /** Undefined if files are in MongoDB. */
  bucket: Bucket | undefined;
  /** Existing data is deleted. */
  over: boolean;
  identify: Identify;
  /** Called before the first change. */
  beforeWrite: () => void;
}

/**
 * Fills the store with the backup, and empties the local broker, whose messages belong to another state.
 * @returns the number of events that will be sent again
 * @throws CommandError when services are connected to the store, or it is not empty
 */
export const restoreData = ({
  mongoUrl,
  dataDir,
  folder,
  backup,
  bucket,
  over,
  identify,
  beforeWrite,
}: RestoreDataOptions): Promise<number> =>
  withClient(mongoUrl, async (client) => {
    await assertNotInUse(client, mongoUrl);
    if (!over) await assertEmpty(client, mongoUrl);
    // An empty store has no operators: those of the backup then authorise the restore before it counts as finished.
    const known = (await hasOperators(client, mongoUrl)) ? await identify(mongoUrl) : undefined;
    beforeWrite();
    for (const { name } of listServiceDatabases(mongoUrl)) await client.db(name).dropDatabase();
    rmSync(join(dataDir, 'rabbitmq'), { recursive: true, force: true });
    await load(client, { mongoUrl, folder, backup, bucket });
    const operator =
      known ?? ((await hasOperators(client, mongoUrl)) ? await identify(mongoUrl) : BEFORE_FIRST_OPERATOR);
    await recordCommand(client, mongoUrl, { action: 'command.restore', operator, detail: { over } });
    return requeuePublished(client, mongoUrl);
  });

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
