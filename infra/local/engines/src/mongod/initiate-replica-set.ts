import { setTimeout as wait } from 'node:timers/promises';
import type { Db, MongoClient } from 'mongodb';

const timeoutMs = 60_000;

/**
 * Makes the mongod at `host:port` the primary of a replica set of one, regardless of its previous address.
 * @param ended resolves with a description if it ends before
 * @throws Error with this description
 */
export async function initiateReplicaSet(
  address: string,
  ended: Promise<string> = new Promise(() => {}),
): Promise<void> {
  const mongodb = await import('mongodb');
  const client = new mongodb.MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: timeoutMs,
    maxPoolSize: 1,
  });
  const primary = configure(client, address).then(() => waitForPrimary(client.db('admin')));
  try {
    const exitReason = await Promise.race([primary, ended]);
    if (exitReason !== undefined) throw new Error(`it ${exitReason}`);
  } finally {
    primary.catch(() => {});
    await client.close();
  }
}

async function configure(client: MongoClient, host: string) {
  const admin = client.db('admin');
  const stored = await client.db('local').collection('system.replset').findOne();
  if (stored === null) {
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
  } else if (stored.members[0].host !== host) {
    const reconfigured = {
      ...stored,
      version: stored.version + 1,
      members: [{ ...stored.members[0], host }],
    };
    await admin.command({ replSetReconfig: reconfigured, force: true });
  }
}

async function waitForPrimary(admin: Db) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary === true) return;
    if (Date.now() > deadline) throw new Error('it did not become primary');
    await wait(20);
  }
}
