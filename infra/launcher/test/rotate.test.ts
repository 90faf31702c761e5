import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { declareTopology, eventsQueue, topologies } from '@archaka/contracts/broker';
import { parseKeyRing } from '@archaka/contracts/key-ring';
import { type IsolatedStores, isolated } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';
import { serviceDatabases } from '../src/backup/databases.ts';
import { rotateServiceKeys } from '../src/rotate-service-keys.ts';
import { makeSecrets, type Secrets } from '../src/secrets.ts';
import { publicSet } from '../src/service-keys.ts';
import { readSettings } from '../src/settings.ts';

let stores: IsolatedStores;
let dataDir: string;
beforeEach(async () => {
  stores = await isolated();
  dataDir = mkdtempSync(join(tmpdir(), 'rotate-'));
  const run = { parts: {}, mongoUrl: stores.mongoUrl, amqpUrl: stores.amqpUrl };
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify(run));
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(makeSecrets()));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
  await stores.drop();
});

const rotate = () => rotateServiceKeys(readSettings([], { DATA_DIR: dataDir }));
const secrets = (): Secrets => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
const published = () => publicSet(secrets().serviceKeys).keys.map(({ kid }) => kid);

/** As services that were started with the present secrets announce them. */
async function startServices(): Promise<void> {
  const client = await new MongoClient(stores.mongoUrl).connect();
  try {
    for (const { service, name } of serviceDatabases(stores.mongoUrl)) {
      const kid = secrets().serviceKeys[`svc-${service}`]?.private.kid;
      const instances = client.db(name).collection('instances');
      await instances.deleteMany({});
      await instances.updateOne({}, [{ $set: { keys: { SERVICE_KEY: [kid] }, seenAt: '$$NOW' } }], {
        upsert: true,
      });
    }
  } finally {
    await client.close();
  }
}

const inChannel = async (work: (channel: Channel) => Promise<unknown>): Promise<void> => {
  const connection = await connect(stores.amqpUrl);
  try {
    await work(await connection.createChannel());
  } finally {
    await connection.close();
  }
};
type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createChannel']>>;

test('the old keys count until all sign with new ones and no event waits that they signed', async () => {
  await startServices();
  await inChannel(async (channel) => {
    for (const topology of topologies) await declareTopology(channel, topology);
  });

  await rotate();
  expect(secrets().serviceKeys['svc-payment']?.private.kid).toBe('svc-payment.2');
  expect(published()).toEqual(expect.arrayContaining(['svc-payment', 'svc-payment.2', 'shell', 'shell.2']));

  await expect(rotate()).rejects.toThrow('does not sign with its new key: start the portal anew');
  await startServices();
  const queue = eventsQueue('svc-ticket');
  await inChannel(async (channel) => {
    channel.sendToQueue(queue, Buffer.from('signed before'));
    await channel.close();
  });
  await expect(rotate()).rejects.toThrow(`1 events wait in ${queue} that the old keys may have signed`);
  await inChannel((channel) => channel.purgeQueue(queue));

  await rotate();
  expect(published()).toContain('svc-payment.2');
  expect(published()).not.toContain('svc-payment');
  await rotate();
  expect(secrets().serviceKeys['svc-payment']?.private.kid).toBe('svc-payment.3');
});

test('what a service’s command makes is written into the data folder, and the next run goes on from there', async () => {
  const before = secrets();
  const run = async (which: string) => {
    const program = join(import.meta.dirname, '../src/rotate.ts');
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    return promisify(execFile)(process.execPath, [program, which], { env });
  };

  expect((await run('tickets')).stdout).toBe('Start the portal anew; then run the same command again.\n');
  const [first, second] = parseKeyRing(secrets().TICKET_KEYS_SECRET);
  expect(first?.kid).toBe('2');
  expect(second).toEqual({ kid: '1', key: before.TICKET_KEYS_SECRET });
  const { stdout } = await run('tickets');
  expect(stdout).toContain('No keys of tickets carry an old key.');
  expect(stdout).not.toContain(String(first?.key));
  expect(parseKeyRing(secrets().TICKET_KEYS_SECRET)).toEqual([first]);
  expect({ ...secrets(), TICKET_KEYS_SECRET: '' }).toEqual({ ...before, TICKET_KEYS_SECRET: '' });

  await expect(run('passwords')).rejects.toThrow('Say which: aadhaar, aadhaar-index, devices');
});
