import { expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { EngineFailed, findOrInstallMongod, freePort, startMongod } from '../src/index.ts';
import { createDataFolder } from './support/data-folder.ts';

const createOptions = async () => ({
  mongod: await findOrInstallMongod(),
  dataDir: createDataFolder(),
});

async function withClient<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(url);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

test('becomes primary again with its data after a restart on another port', async () => {
  const base = await createOptions();
  const first = await startMongod({ ...base, port: await freePort() });
  await withClient(first.url, (client) => client.db('a').collection('kept').insertOne({ x: 1 }));
  await first.stop();

  const second = await startMongod({ ...base, port: await freePort() });
  const count = await withClient(second.url, (client) =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        await client.db('a').collection('kept').insertOne({ x: 2 }, { session });
        return client.db('a').collection('kept').countDocuments({}, { session });
      }),
    ),
  );
  await second.stop();

  expect(second.url).not.toBe(first.url);
  expect(count).toBe(2);
});

test('reports the cause of a failed start', async () => {
  const base = await createOptions();
  const port = await freePort();
  const running = await startMongod({ ...base, port });

  await expect(startMongod({ ...base, port })).rejects.toThrow(
    new EngineFailed(`mongod cannot start: port ${port} is in use.`),
  );
  await expect(startMongod({ ...base, port: await freePort() })).rejects.toThrow(
    /mongod did not start: .*lock/s,
  );
  await running.stop();
});
