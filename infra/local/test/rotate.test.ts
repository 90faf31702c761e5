import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { declareTopology, eventsQueue, topologies } from '@archaka/contracts/broker';
import { parseKeyRing } from '@archaka/contracts/key-ring';
import { type IsolatedBackingServices, isolateBackingServices, startFakeAuth } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';
import { listServiceDatabases } from '../src/backup/databases.ts';
import { rotateServiceKeys } from '../src/rotate-service-keys.ts';
import { createSecrets, type Secrets, toPublicKeySet } from '../src/secrets.ts';
import { readSettings } from '../src/settings.ts';

let stores: IsolatedBackingServices;
let dataDir: string;
beforeEach(async () => {
  stores = await isolateBackingServices();
  dataDir = mkdtempSync(join(tmpdir(), 'rotate-'));
  const run = { parts: {}, mongoUrl: stores.mongoUrl, amqpUrl: stores.amqpUrl };
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify(run));
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(createSecrets()));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
  await stores.drop();
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const rotate = () =>
  rotateServiceKeys(readSettings({ DATA_DIR: dataDir }), async () => ({
    id: 'operator-7',
    why: 'yearly',
  }));
const readSecrets = (): Secrets => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
const listPublishedKids = () => toPublicKeySet(readSecrets().serviceKeys).keys.map(({ kid }) => kid);

/** The announcements of services with the current secrets. */
async function startServices(): Promise<void> {
  const client = await new MongoClient(stores.mongoUrl).connect();
  try {
    for (const { service, name } of listServiceDatabases(stores.mongoUrl)) {
      const kid = readSecrets().serviceKeys[`svc-${service}`]?.private.kid;
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

const withChannel = async (work: (channel: Channel) => Promise<unknown>): Promise<void> => {
  const connection = await connect(stores.amqpUrl);
  try {
    await work(await connection.createChannel());
  } finally {
    await connection.close();
  }
};
type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createChannel']>>;

test('the old keys are valid until all sign with new ones and no event that they signed waits', async () => {
  await startServices();
  await withChannel(async (channel) => {
    for (const topology of topologies) await declareTopology(channel, topology);
  });

  await rotate();
  expect(readSecrets().serviceKeys['svc-payment']?.private.kid).toBe('svc-payment.2');
  expect(listPublishedKids()).toEqual(
    expect.arrayContaining(['svc-payment', 'svc-payment.2', 'shell', 'shell.2']),
  );

  await expect(rotate()).rejects.toThrow('does not sign with its new key: restart the portal');
  await startServices();
  const queue = eventsQueue('svc-ticket');
  await withChannel(async (channel) => {
    channel.sendToQueue(queue, Buffer.from('signed before'));
    await channel.close();
  });
  await expect(rotate()).rejects.toThrow(`1 events in ${queue} may have signatures of the old keys`);
  await withChannel((channel) => channel.purgeQueue(queue));

  await rotate();
  expect(listPublishedKids()).toContain('svc-payment.2');
  expect(listPublishedKids()).not.toContain('svc-payment');
  await rotate();
  expect(readSecrets().serviceKeys['svc-payment']?.private.kid).toBe('svc-payment.3');
});

test('stores the value of a service’s command in the data folder, and the next run continues from there', async () => {
  const before = readSecrets();
  const authPort = await findFreePort();
  const auth = await startFakeAuth(authPort);
  const run = async (which: string) => {
    const program = join(import.meta.dirname, '../src/rotate.ts');
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORTAL_PORT: String(authPort - 1) };
    return promisify(execFile)(process.execPath, [program, which], { env });
  };

  expect((await run('tickets')).stdout).toBe('Restart the portal; then run the same command again.\n');
  const [first, second] = parseKeyRing(readSecrets().TICKET_KEYS_SECRET);
  expect(first?.kid).toBe('2');
  expect(second).toEqual({ kid: '1', key: before.TICKET_KEYS_SECRET });
  const { stdout } = await run('tickets');
  expect(stdout).toContain('No keys of tickets use an old key.');
  expect(stdout).not.toContain(String(first?.key));
  expect(parseKeyRing(readSecrets().TICKET_KEYS_SECRET)).toEqual([first]);
  expect({ ...readSecrets(), TICKET_KEYS_SECRET: '' }).toEqual({ ...before, TICKET_KEYS_SECRET: '' });

  expect((await run('master')).stdout.match(/Restart the portal/g)).toHaveLength(4);
  const { AUTH_MASTER_KEYS, APPLICATION_MASTER_KEYS, TICKET_MASTER_KEYS, DESK_MASTER_KEYS } = readSecrets();
  for (const ring of [AUTH_MASTER_KEYS, APPLICATION_MASTER_KEYS, TICKET_MASTER_KEYS, DESK_MASTER_KEYS])
    expect(parseKeyRing(ring).map(({ kid }) => kid)).toEqual(['2', '1']);

  expect((await run('event-data')).stdout).toBe('Restart the portal; then run the same command again.\n');
  const [newest] = parseKeyRing(readSecrets().EVENT_DATA_KEYS);
  expect(newest?.kid).toBe('2');
  await withChannel(async (channel) => {
    for (const topology of topologies) await declareTopology(channel, topology);
  });
  expect((await run('event-data')).stdout).toContain('and the rotation is complete');
  expect(parseKeyRing(readSecrets().EVENT_DATA_KEYS)).toEqual([newest]);

  await expect(run('passwords')).rejects.toThrow('Allowed choices are aadhaar-index, account-index, devices');
  await auth.close();
});
