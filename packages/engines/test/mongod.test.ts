import { expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { EngineFailed, findOrInstallMongod, freePort, startMongod } from '../src/index.ts';
import { dataFolder } from './data-folder.ts';

const options = async () => ({
  mongod: await findOrInstallMongod(),
  dataDir: dataFolder(),
});

async function withClient<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(url);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

test('after a restart on another port it is primary again and has its data', async () => {
  const where = await options();
  const first = await startMongod({ ...where, port: await freePort() });
  await withClient(first.url, (client) => client.db('a').collection('kept').insertOne({ x: 1 }));
  await first.stop();

  const second = await startMongod({ ...where, port: await freePort() });
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

test('when it cannot start, the message says why', async () => {
  const where = await options();
  const port = await freePort();
  const running = await startMongod({ ...where, port });

  await expect(startMongod({ ...where, port })).rejects.toThrow(
    new EngineFailed(`mongod cannot start: port ${port} is in use.`),
  );
  await expect(startMongod({ ...where, port: await freePort() })).rejects.toThrow(
    /mongod did not start: .*lock/s,
  );
  await running.stop();
});
