import { setTimeout as wait } from 'node:timers/promises';
import type { Db, MongoClient } from 'mongodb';

const patienceMs = 60_000;

/**
 * Makes the mongod on this port the primary of a replica set of one, whatever port it had before.
 * @throws Error when the mongod ends before
 */
export async function becomePrimary(port: number, ended: Promise<string>): Promise<void> {
  const mongodb = await import('mongodb');
  const client = new mongodb.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: patienceMs,
    maxPoolSize: 1,
  });
  const end = ended.then((how) => {
    throw new Error(`it ${how}`);
  });
  try {
    const primary = configure(client, `127.0.0.1:${port}`).then(() => untilPrimary(client.db('admin')));
    await Promise.race([primary, end]);
  } finally {
    end.catch(() => {});
    await client.close();
  }
}

async function configure(client: MongoClient, host: string) {
  const admin = client.db('admin');
  const stored = await client.db('local').collection('system.replset').findOne();
  if (stored === null) {
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
  } else if (stored.members[0].host !== host) {
    const moved = { ...stored, version: stored.version + 1, members: [{ ...stored.members[0], host }] };
    await admin.command({ replSetReconfig: moved, force: true });
  }
}

async function untilPrimary(admin: Db) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary === true) return;
    if (Date.now() > deadline) throw new Error('it did not become primary');
    await wait(20);
  }
}
