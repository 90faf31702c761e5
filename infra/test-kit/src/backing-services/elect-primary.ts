import { MongoClient } from 'mongodb';
import { eventually } from '../eventually.ts';

/** Makes a new mongod the primary of a replica set of one and waits until it accepts writes. */
export async function electPrimary(url: string, member: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: member }] } });
    await eventually(async () => (await admin.command({ hello: 1 })).isWritablePrimary === true, {
      timeoutMs: 30_000,
    });
  } finally {
    await client.close();
  }
}
