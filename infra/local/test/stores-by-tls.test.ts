import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_ENTRIES, services } from '@archaka/contracts';
import { findOrInstallChromium, freePorts, startChild } from '@archaka/engines';
import { eventually, scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import { type Db, MongoClient } from 'mongodb';
import { portalComponents, resolveAddresses } from '../src/components.ts';
import { renewCertificates } from '../src/compose/renew-certificates.ts';
import { checkCertificates } from '../src/doctor/stores.ts';
import { createEnvironment } from '../src/processes.ts';
import { createSecrets } from '../src/secrets.ts';
import { readSettings, root } from '../src/settings.ts';
import { startComposeStores } from './compose-stores.ts';

let stores: Awaited<ReturnType<typeof startComposeStores>>;
beforeAll(async () => {
  stores = await startComposeStores();
}, scaledTimeout(120_000));
afterAll(() => stores?.stop());

/** Acts as a user of MongoDB, in a database. */
async function runAs<Answer>(
  user: 'backup' | 'svc-payment',
  db: string,
  action: (db: Db) => Promise<Answer>,
) {
  const client = await MongoClient.connect(stores.mongoUrl(user));
  try {
    return await action(client.db(db));
  } finally {
    await client.close();
  }
}

const quick = { serverSelectionTimeoutMS: 2000 };

describe('the user svc-payment', () => {
  const read = (db: Db) => db.collection('applications').findOne();
  const write = (db: Db) => db.collection<{ _id: string }>('applications').insertOne({ _id: 'x' });

  test('reads and writes its own database', async () => {
    await runAs('svc-payment', 'archaka_payment', write);
    expect(await runAs('svc-payment', 'archaka_payment', read)).toEqual({ _id: 'x' });
  });

  test.each([
    ['read', read],
    ['write', write],
    ['watch', async (db: Db) => db.collection('applications').watch().tryNext()],
    ['list', async (db: Db) => db.listCollections().toArray()],
    ['drop', (db: Db) => db.dropDatabase()],
  ])("may not %s svc-application's", async (_what, action: (db: Db) => Promise<unknown>) => {
    await expect(runAs('svc-payment', 'archaka_application', action)).rejects.toThrow(/not authorized/);
  });

  test('makes no users', async () => {
    const make = (db: Db) => db.command({ createUser: 'x', pwd: 'x', roles: ['root'] });
    await expect(runAs('svc-payment', 'admin', make)).rejects.toThrow(/not authorized/);
  });
});

test('the user of backups reads every service, and writes nothing but that it does', async () => {
  const insertInto =
    (collection: string) =>
    (db: Db): Promise<unknown> =>
      db.collection(collection).insertOne({});
  const remove = (db: Db): Promise<unknown> => db.collection(AUDIT_ENTRIES).deleteMany({});
  for (const service of services) {
    const run = <Answer>(action: (db: Db) => Promise<Answer>) =>
      runAs('backup', `archaka_${service}`, action);
    await run(insertInto(AUDIT_ENTRIES));
    expect(await run((db) => db.collection(AUDIT_ENTRIES).countDocuments())).toBe(1);
    for (const action of [insertInto('x'), remove])
      await expect(run(action)).rejects.toThrow(/not authorized/);
  }
});

test('sets users and passwords repeatedly without harm, as at each start', async () => {
  await stores.prepare();
  expect(await runAs('svc-payment', 'archaka_payment', (db) => db.command({ ping: 1 }))).toMatchObject({
    ok: 1,
  });
});

describe('rejects', () => {
  const plain = (url: string) => url.replace(/&tls=.*/, '');
  const anonymous = (url: string) => url.replace(/\/\/.*@/, '//').replace('/archaka?', '/?');

  test('a connection to MongoDB without TLS', async () => {
    await expect(MongoClient.connect(plain(stores.mongoUrl('svc-auth')), quick)).rejects.toThrow();
  });

  test('a read from MongoDB without a user', async () => {
    const client = await MongoClient.connect(anonymous(stores.mongoUrl('svc-auth')));
    const reading = client.db('archaka_auth').collection('accounts').findOne();
    await expect(reading).rejects.toThrow(/requires authentication/);
    await client.close();
  });

  test('a connection to RabbitMQ without TLS', async () => {
    await expect(connect(stores.amqpUrl('auth').replace('amqps', 'amqp'))).rejects.toThrow();
  });
});

/** A service with the settings of docker-compose.yml; passes its log lines to the caller. */
async function startService(name: string, variables: Record<string, string>) {
  const settings = readSettings({});
  const [port = 0] = await freePorts(1);
  const component = portalComponents({}).find((each) => each.name === name);
  if (!component) throw new Error(name);
  const env = createEnvironment(component, {
    ...settings,
    env: process.env,
    port: port - component.offset,
    ...resolveAddresses(settings),
    mongoUrl: '',
    amqpUrl: '',
    secrets: createSecrets(),
    sliceStore: '',
    chromium: await findOrInstallChromium(),
  });
  let said = '';
  const child = await startChild({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', join(root, component.main)],
    env: { ...env, PATH: process.env.PATH, ...variables, PORT: String(port), LOG_LEVEL: 'warn' },
    cwd: root,
    log: (chunk) => {
      said += chunk;
    },
  });
  return { child, said: () => said, ready: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok };
}

const createStoreEnv = (service: (typeof services)[number], caFile?: string) => ({
  MONGO_URL: stores.mongoUrl(`svc-${service}`, caFile),
  AMQP_URL: stores.amqpUrl(service),
  AMQP_CA_FILE: caFile ?? stores.caFile,
});

test.each(services)(
  'svc-%s finds its database and the broker over TLS, and its user may do all that it does',
  async (service) => {
    const [handler = 0] = await freePorts(1);
    const { child, said, ready } = await startService(`svc-${service}`, {
      ...createStoreEnv(service),
      HANDLER_PORT: String(handler),
    });
    try {
      await eventually(ready, { timeoutMs: 60_000, intervalMs: 200 });
      expect(said()).not.toMatch(/not authorized|ACCESS.REFUSED/);
    } finally {
      await child.stop();
    }
  },
  scaledTimeout(90_000),
);

describe('an operator reads in the log that', () => {
  test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
    [
      'the certificate is not from the trusted authority',
      async () => {
        await renewCertificates(stores.place('others'));
        return createStoreEnv('payment', stores.place('others/trust/ca.crt'));
      },
      /"reason":"the server's certificate is not from the trusted authority/,
    ],
    [
      'the server wants TLS',
      async () => ({
        ...createStoreEnv('payment'),
        MONGO_URL: stores.mongoUrl('svc-payment').replace(/&tls=.*/, ''),
      }),
      /"reason":"the server closes the connection: it may require TLS/,
    ],
    [
      'the password is rejected',
      async () => ({
        ...createStoreEnv('payment'),
        MONGO_URL: stores.mongoUrl('svc-payment').replace(/:\w+@/, ':wrong@'),
      }),
      /"reason":"the server rejects user or password/,
    ],
  ])(
    '%s',
    async (_what, variables, pattern) => {
      const { child, said } = await startService('svc-payment', await variables());
      try {
        await eventually(async () => pattern.test(said()), { timeoutMs: 30_000, intervalMs: 100 });
        expect(said()).not.toContain(stores.passwords['svc-payment']);
      } finally {
        await child.stop();
      }
    },
    scaledTimeout(60_000),
  );
});

describe('certificates', () => {
  test('the doctor reports the earliest expiry', async () => {
    // Since the stores started, a day may have begun.
    const days = [396, 397].map((count) =>
      new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10),
    );
    const seen = await checkCertificates([stores.mongoUrl('backup'), stores.amqpUrl('auth')]);
    expect(days.map((day) => ({ seen: `the first expires on ${day}` }))).toContainEqual(seen);
    expect(await checkCertificates(['mongodb://127.0.0.1/?replicaSet=rs0'])).toEqual({
      seen: expect.stringContaining('do not use TLS'),
    });
  });

  test('keys are readable by their owner only, and a renewal of certificates retains the authority', async () => {
    const folder = stores.place('renewed');
    await renewCertificates(folder);
    const files = ['authority/ca.key', 'mongo/server.pem', 'mongo/keyfile', 'rabbitmq/server.key'];
    const texts = () => Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const [authority, mongo, keyFile, rabbitmq] = await texts();
    for (const file of files)
      expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);

    await renewCertificates(folder);

    const [sameAuthority, newMongo, sameKeyFile, newRabbitmq] = await texts();
    expect([sameAuthority, sameKeyFile]).toEqual([authority, keyFile]);
    expect(newMongo).not.toBe(mongo);
    expect(newRabbitmq).not.toBe(rabbitmq);
  });
});
