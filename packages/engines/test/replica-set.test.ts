import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import {
  type FaultyProxy,
  findOrInstallMongod,
  findOrInstallToxiproxy,
  freePort,
  freePorts,
  type ReplicaSet,
  startReplicaSet,
  startToxiproxy,
  type Toxiproxy,
} from '../src/index.ts';
import { dataFolder } from './data-folder.ts';

let toxiproxy: Toxiproxy;
let ways: FaultyProxy[];
let set: ReplicaSet;
let client: MongoClient;
beforeAll(async () => {
  toxiproxy = await startToxiproxy({ toxiproxy: await findOrInstallToxiproxy(), port: await freePort() });
  const ports = await freePorts(3);
  const wayTo = (port: number) =>
    toxiproxy.proxy({ name: `${port}`, listen: '127.0.0.1:0', upstream: `127.0.0.1:${port}` });
  ways = await Promise.all(ports.map(wayTo));
  const members = ports.map((port, place) => ({ port, advertised: `127.0.0.1:${ways[place]?.port}` }));
  set = await startReplicaSet({ mongod: await findOrInstallMongod(), dataDir: dataFolder(), members });
  client = await MongoClient.connect(set.url, { writeConcern: { w: 'majority' } });
}, 300_000);
afterAll(async () => {
  await client?.close();
  await set?.stop();
  await toxiproxy?.stop();
});

const kept = () => client.db('a').collection<{ _id: string }>('kept');

/** Tries until it is confirmed: connections to a lost primary break under what uses them. */
async function write(_id: string): Promise<void> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    try {
      await kept().replaceOne({ _id }, {}, { upsert: true });
      break;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
  expect(performance.now()).toBeLessThan(deadline);
}

async function writeWithout(lost: number, _id: string): Promise<void> {
  await write(_id);
  expect(await set.primary()).not.toBe(lost);
}

test('when the primary is killed, another is soon in its place and nothing confirmed is lost', async () => {
  await write('before');
  const lost = await set.primary();
  const victim = set.members[lost];
  const { pid } = victim ?? {};
  await victim?.kill();
  expect(victim?.alive()).toBe(false);
  await writeWithout(lost, 'without the killed');

  await victim?.start();
  await set.whole();
  expect(victim?.pid).not.toBe(pid);
  expect(await kept().countDocuments()).toBe(2);
});

test('when the way to the primary is cut, another is soon in its place', async () => {
  const lost = await set.primary();
  await ways[lost]?.cut();
  await writeWithout(lost, 'without the cut off');

  await ways[lost]?.restore();
  await set.whole();
});

test('when the primary steps down, another takes its office', async () => {
  const before = await set.primary();
  await set.stepDown();
  await writeWithout(before, 'after the step-down');
});
