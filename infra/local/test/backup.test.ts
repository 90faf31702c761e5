import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket, parseBucketAddress } from '@archaka/service-kit/bucket';
import { eventually, isolateDatabases, scaledTimeout, startTestBucket } from '@archaka/test-kit';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { Binary, Double, Int32, Long, MongoClient } from 'mongodb';
import { listServiceDatabases } from '../src/backup/databases.ts';
import { createBackup } from '../src/backup/dump.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { createSecrets } from '../src/secrets.ts';
import { readSettings } from '../src/settings.ts';

const [from, to] = [isolateDatabases(), isolateDatabases()];
const client = await new MongoClient(from.mongoUrl).connect();
afterAll(async () => {
  await client.close();
  await Promise.all([from.drop(), to.drop()]);
});

let folderRoot: string;
beforeEach(async () => {
  await getDatabase(from, 'auth').collection('accounts').insertOne({});
  folderRoot = mkdtempSync(join(tmpdir(), 'backup-'));
  for (const name of ['old', 'new']) mkdirSync(join(folderRoot, name));
  writeFileSync(join(folderRoot, 'old/secrets.json'), JSON.stringify(createSecrets()));
});
afterEach(async () => {
  rmSync(folderRoot, { recursive: true });
  await Promise.all([from.drop(), to.drop()]);
});

const getDatabase = ({ mongoUrl }: { mongoUrl: string }, service: string) =>
  client.db(listServiceDatabases(mongoUrl).find((each) => each.service === service)?.name);
const createSettings = (name: string, { mongoUrl, FILES_URL }: { mongoUrl: string; FILES_URL?: string }) =>
  readSettings({
    DATA_DIR: join(folderRoot, name),
    MONGO_URL: mongoUrl,
    ...(FILES_URL && { FILES_URL }),
  });

const identify = async () => ({ id: 'operator-7', why: 'weekly' });
const getFolder = () => join(folderRoot, 'backup');
const backUp = ({ withKeys = true, ...files }: { withKeys?: boolean; FILES_URL?: string } = {}) =>
  createBackup(createSettings('old', { ...from, ...files }), { folder: getFolder(), withKeys, identify });
const restore = ({ over = false, ...files }: { over?: boolean; FILES_URL?: string } = {}) =>
  restoreBackup(createSettings('new', { ...to, ...files }), { folder: getFolder(), over, identify });

test('of two backups into one folder one is written whole, the other is rejected', async () => {
  const outcomes = await Promise.allSettled([backUp(), backUp()]);
  const [written, ...more] = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(more).toEqual([]);
  expect(written).toBeDefined();
  const [rejected] = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(rejected?.reason.message).toMatch(
    /^Another backup \(process \d+\) is written to .*: name a new folder\.$/,
  );
  await restore();
  expect(await getDatabase(to, 'auth').collection('accounts').countDocuments()).toBe(1);
});

test('restores equal data in every type', async () => {
  const row = {
    _id: 'a',
    paper: new Binary(Buffer.from('%PDF')),
    at: new Date('2026-11-22T10:00:00.123Z'),
    whole: new Int32(3),
    real: new Double(3),
    long: Long.fromString('9007199254740993'),
    nothing: null,
    list: [{ language: 'తెలుగు' }],
  };
  await getDatabase(from, 'application').collection<typeof row>('documents').insertOne(row);
  await backUp();
  await restore();
  const both = await Promise.all(
    [from, to].map((store) =>
      getDatabase(store, 'application').collection('documents').find({}, { raw: true }).toArray(),
    ),
  );
  expect(both[0]).toHaveLength(1);
  expect(both[1]).toEqual(both[0]);
});

test('a backup during writes contains one instant of all databases', async () => {
  const applications = getDatabase(from, 'application').collection<{ _id: number }>('applications');
  const orders = getDatabase(from, 'payment').collection<{ _id: number }>('orders');
  await applications.createIndex({ x: 1 });
  await orders.createIndex({ x: 1 });
  const stop = new AbortController();
  const write = async () => {
    let written = 0;
    for (; !stop.signal.aborted; written += 1) {
      await applications.insertOne({ _id: written });
      await orders.insertOne({ _id: written });
    }
    return written;
  };
  const writing = write();
  await eventually(async () => (await orders.estimatedDocumentCount()) > 50);

  const { databases } = await backUp();
  stop.abort();

  const count = (service: string) =>
    databases
      .find((each) => each.service === service)
      ?.collections.reduce((sum, { documents }) => sum + documents, 0) ?? 0;
  // svc-application is read first: without a snapshot there would be more orders than applications.
  expect(count('application') - count('payment')).toBeGreaterThanOrEqual(0);
  expect(count('application') - count('payment')).toBeLessThanOrEqual(1);
  expect(await writing).toBeGreaterThan(count('payment'));
});

test('sends published events again, and an inbox in an old backup still recognises them', async () => {
  const event = { _id: 'e1', type: 'ticket.issued.v1', body: '{}', at: new Date(), lease: null };
  const published = { ...event, due_at: null, tries: 2, published_at: new Date() };
  await getDatabase(from, 'ticket').collection<typeof published>('outbox').insertOne(published);
  const oldRow = { _id: 'e0', doneAt: new Date('2020-01-01') };
  await getDatabase(from, 'application').collection<typeof oldRow>('inbox').insertOne(oldRow);
  await backUp();

  expect(await restore()).toMatchObject({ events: 1 });

  expect(await getDatabase(to, 'ticket').collection('outbox').find().toArray()).toEqual([
    { ...event, due_at: expect.any(Date), tries: 0 },
  ]);
  const known = await getDatabase(to, 'application').collection('inbox').findOne();
  expect(Date.now() - Number(known?.doneAt)).toBeLessThan(600_000);
});

test('replaces an existing portal only on request, with the keys of the backup', async () => {
  await backUp();
  await getDatabase(to, 'auth').collection('accounts').insertOne({});
  await expect(restore()).rejects.toThrow(/The target has a portal .* --over/);
  expect(await getDatabase(to, 'auth').collection('accounts').countDocuments()).toBe(1);

  await restore({ over: true });
  expect(existsSync(join(folderRoot, 'new/secrets.json'))).toBe(true);
  const restored = await getDatabase(to, 'auth').collection('accounts').find().toArray();
  expect(restored).toEqual(await getDatabase(from, 'auth').collection('accounts').find().toArray());
});

test('records backup and restore in the audit log of each service that has data', async () => {
  await backUp();
  await restore();
  const entries = getDatabase(to, 'auth').collection('audit_entries').find().sort({ at: 1 });
  expect(await entries.toArray()).toMatchObject([
    { action: 'command.backup', actor: { kind: 'operator', id: 'operator-7' }, why: 'weekly', block: 0 },
    { action: 'command.restore', detail: { over: false } },
  ]);
  expect(await getDatabase(from, 'ticket').listCollections().toArray()).toEqual([]);
});

test('restores nothing while a service is connected', async () => {
  await backUp();
  const appName = getDatabase(to, 'payment').databaseName;
  const service = await new MongoClient(to.mongoUrl, { appName }).connect();
  await service.db(appName).command({ ping: 1 });
  await expect(restore()).rejects.toThrow(`The portal of this store runs (${appName} is connected)`);
  await service.close();
});

test('a backup contains the keys only on request, and is not restored without them', async () => {
  await backUp({ withKeys: false });
  expect(existsSync(join(getFolder(), 'secrets.json'))).toBe(false);
  await expect(restore()).rejects.toThrow(/lacks the keys of this backup .*AADHAAR_INDEX_KEY/);

  writeFileSync(join(folderRoot, 'new/secrets.json'), JSON.stringify(createSecrets()));
  await expect(restore()).rejects.toThrow(/lacks the keys of this backup .*AADHAAR_INDEX_KEY/);
});

test('rejects a folder in use, an incomplete backup, and a store without a portal', async () => {
  mkdirSync(getFolder());
  await expect(restore()).rejects.toThrow(/is not a complete backup/);
  writeFileSync(join(getFolder(), 'precious'), '');
  await expect(backUp()).rejects.toThrow(/is not empty/);
  expect(existsSync(join(getFolder(), 'precious'))).toBe(true);
  rmSync(getFolder(), { recursive: true });
  await from.drop();
  await expect(backUp()).rejects.toThrow('There is nothing to back up');
  expect(existsSync(getFolder())).toBe(false);
});

test(
  'files of the bucket come back into the bucket of the restore, and into no other place',
  async () => {
    const server = await startTestBucket();
    Object.assign(process.env, server.env);
    const open = (address: string) => openBucket(parseBucketAddress(address) ?? { name: '', prefix: '' });
    const [old, restored] = [`${server.address}/old`, `${server.address}/new`];
    try {
      await (await open(old)).write('ticket/tickets/a.1/x', Buffer.from('a sealed ticket'));
      await getDatabase(from, 'ticket').collection('tickets').insertOne({});
      await backUp({ FILES_URL: old });
      await expect(restore()).rejects.toThrow('The backup holds files of a bucket: set FILES_URL');
      await restore({ FILES_URL: restored });
      expect(String(await (await open(restored)).read('ticket/tickets/a.1/x'))).toBe('a sealed ticket');
      const collections = await getDatabase(to, 'ticket').listCollections({}, { nameOnly: true }).toArray();
      expect(collections.map(({ name }) => name).sort()).toEqual(['audit_entries', 'tickets']);
    } finally {
      await server.stop();
    }
  },
  scaledTimeout(300_000),
);
