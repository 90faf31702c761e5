import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';
import { type IsolatedBackingServices, isolateBackingServices } from '../src/index.ts';

let first: IsolatedBackingServices;
let second: IsolatedBackingServices;

beforeAll(async () => {
  [first, second] = await Promise.all([isolateBackingServices(), isolateBackingServices()]);
});

afterAll(() => Promise.all([first.drop(), second.drop()]));

const withMongo = async <Result>(url: string, work: (client: MongoClient) => Promise<Result>) => {
  const client = await new MongoClient(url).connect();
  return work(client).finally(() => client.close());
};

test('the database supports transactions, as only a replica set does', () =>
  withMongo(first.mongoUrl, async (client) => {
    const drafts = client.db(`${new URL(first.mongoUrl).pathname.slice(1)}_auth`).collection('drafts');
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await drafts.insertOne({ first: true }, { session });
        await drafts.insertOne({ second: true }, { session });
      }),
    );
    expect(await drafts.countDocuments()).toBe(2);
  }));

test('two suites have different databases, and dropping one leaves the other', async () => {
  const dropped = await isolateBackingServices();
  const names = [dropped, first].map(({ mongoUrl }) => `${new URL(mongoUrl).pathname.slice(1)}_ticket`) as [
    string,
    string,
  ];
  await withMongo(first.mongoUrl, async (client) => {
    for (const name of names) await client.db(name).collection('tickets').insertOne({});
    await dropped.drop();
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    expect(databases.map(({ name }) => name)).toContain(names[1]);
    expect(databases.map(({ name }) => name)).not.toContain(names[0]);
  });
});

test('a queue of one suite does not exist for another', async () => {
  const [firstConnection, secondConnection] = await Promise.all([
    connect(first.amqpUrl),
    connect(second.amqpUrl),
  ]);
  try {
    const channel = await firstConnection.createChannel();
    await channel.assertQueue('suite.queue', {
      durable: true,
      arguments: { 'x-queue-type': 'quorum' },
    });
    const other = await secondConnection.createChannel();
    other.on('error', () => undefined);
    await expect(other.checkQueue('suite.queue')).rejects.toThrow(/NOT.FOUND/);
  } finally {
    await Promise.all([firstConnection.close(), secondConnection.close()]);
  }
});
