import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isolateDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { listServiceDatabases } from '../src/backup/databases.ts';
import { createBackup } from '../src/backup/dump.ts';
import { formatVerification, verifyBackup } from '../src/backup/verify-backup.ts';
import { createSecrets } from '../src/secrets.ts';
import { readSettings } from '../src/settings.ts';

const store = isolateDatabases();
let root: string;
let folder: string;
let client: MongoClient;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'verify-'));
  folder = join(root, 'backup');
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'data/secrets.json'), JSON.stringify(createSecrets()));
  client = await new MongoClient(store.mongoUrl).connect();
  for (const { name } of listServiceDatabases(store.mongoUrl))
    await client
      .db(name)
      .collection<{ _id: number }>('rows')
      .insertMany([{ _id: 1 }, { _id: 2 }]);
  const settings = readSettings({ DATA_DIR: join(root, 'data'), MONGO_URL: store.mongoUrl });
  const identify = async () => ({ id: 'operator-7', why: '' });
  await createBackup(settings, { folder, withKeys: false, identify });
});
afterAll(async () => {
  await client.close();
  await store.drop();
  rmSync(root, { recursive: true });
});

const verify = async () => {
  const addresses: string[] = [];
  const verification = await verifyBackup(readSettings({ DATA_DIR: join(root, 'data') }), {
    folder,
    afterRestore: async (mongoUrl) => void addresses.push(mongoUrl),
  });
  return { ...verification, addresses };
};
const listLeftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('archaka-verify-'));

test('restores a backup into a separate store, finds it equal, and removes the store', async () => {
  const before = listLeftovers();
  const verification = await verify();
  expect(verification.collections.filter(({ isEqual }) => !isEqual)).toEqual([]);
  expect(verification.collections).toContainEqual({
    name: 'payment.rows',
    expected: 2,
    restored: 2,
    isEqual: true,
  });
  expect(verification.addresses).toHaveLength(1);
  expect(verification.addresses[0]).not.toBe(store.mongoUrl);
  expect(listLeftovers()).toEqual(before);
  expect(existsSync(join(root, 'data/mongod'))).toBe(false);
});

test('names the collection that differs, and the one that cannot be restored', async () => {
  const more = Buffer.from([14, 0, 0, 0, 0x10, 0x5f, 0x69, 0x64, 0, 9, 0, 0, 0, 0]);
  appendFileSync(join(folder, 'auth/rows.bson'), more);
  rmSync(join(folder, 'ticket/rows.bson'));
  const verification = await verify();
  expect(verification.collections.filter(({ isEqual }) => !isEqual)).toEqual([
    { name: 'auth.rows', expected: 2, restored: 3, isEqual: false },
    { name: 'ticket.rows', expected: 2, restored: undefined, isEqual: false },
  ]);
  const text = formatVerification(verification);
  expect(text).toMatch(/^auth\.rows +2 +3 {2}DIFFERS$/m);
  expect(text).toContain('2 of 10 collections differ');
});
