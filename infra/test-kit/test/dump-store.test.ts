import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { dumpStore } from '../src/backing-services/inspect-store.ts';

const since = new Date();
const databases = [isolateDatabases(), isolateDatabases()] as const;
const [own, others] = databases.map(({ mongoUrl }) => `${new URL(mongoUrl).pathname.slice(1)}_auth`);
const client = await MongoClient.connect(databases[0].mongoUrl);
afterAll(async () => {
  await client.close();
  await Promise.all(databases.map(({ drop }) => drop()));
});

test('a dump contains rows that a transaction wrote and deleted, and no data of another suite', async () => {
  const users = client.db(own).collection('users');
  await client.db(others).collection('users').insertOne({ name: 'of another suite' });
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await users.insertOne({ name: 'in a transaction' }, { session });
      await users.insertOne({ name: 'beside it' }, { session });
    }),
  );
  await users.insertOne({ name: 'alone' });
  await users.deleteMany({});
  const dump = await dumpStore(client as never, { prefix: String(own), since });
  const names = ['in a transaction', 'beside it', 'alone', 'of another suite'];
  expect(names.filter((name) => dump.includes(name))).toEqual(names.slice(0, 3));
});
