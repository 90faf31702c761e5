import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { Sentence } from '../sentence.ts';
import { serviceDatabases } from './databases.ts';
import { load } from './load.ts';
import type { Manifest } from './manifest.ts';
import { resendPublished } from './resend.ts';
import { withClient } from './with-client.ts';

interface PutBack {
  mongoUrl: string;
  dataDir: string;
  /** Of the backup. */
  folder: string;
  backup: Manifest;
  /** What is there goes. */
  over: boolean;
  /** Called before the first change. */
  begin: () => void;
}

/**
 * Fills the store with the backup, and empties the local broker, whose messages tell of another portal's time.
 * @returns how many events will be sent again
 * @throws Sentence when services are connected to the store, or it is not empty
 */
export const putBack = ({ mongoUrl, dataDir, folder, backup, over, begin }: PutBack): Promise<number> =>
  withClient(mongoUrl, async (client) => {
    await refuseWhileInUse(client, mongoUrl);
    if (!over) await refuseFull(client, mongoUrl);
    begin();
    for (const { name } of serviceDatabases(mongoUrl)) await client.db(name).dropDatabase();
    rmSync(join(dataDir, 'rabbitmq'), { recursive: true, force: true });
    await load(client, { mongoUrl, folder, backup });
    return resendPublished(client, mongoUrl);
  });

/** Services name their connections after their databases. */
async function refuseWhileInUse(client: MongoClient, mongoUrl: string): Promise<void> {
  const names = serviceDatabases(mongoUrl).map(({ name }) => name);
  const connections = client
    .db('admin')
    .aggregate([
      { $currentOp: { allUsers: true, idleConnections: true } },
      { $match: { appName: { $in: names } } },
    ]);
  const [one] = await connections.toArray();
  if (one === undefined) return;
  throw new Sentence(`The portal of this store runs (${one.appName} is connected): stop its services first.`);
}

async function refuseFull(client: MongoClient, mongoUrl: string): Promise<void> {
  for (const { name } of serviceDatabases(mongoUrl)) {
    const db = client.db(name);
    for (const collection of await db.listCollections({}, { nameOnly: true }).toArray()) {
      if ((await db.collection(collection.name).findOne()) === null) continue;
      throw new Sentence(
        `There is a portal already (${name} holds ${collection.name}): --over puts the backup in its place, and all of it is lost.`,
      );
    }
  }
}
