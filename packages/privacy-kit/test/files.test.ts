import { scaledTimeout, startTestBucket, type TestBucket } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sweepObjects } from '../src/data-keys/object-sweep.ts';
import { openPersonalData, type PersonalData } from '../src/data-keys/open-personal-data.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const MASTER_KEYS = [{ kid: '1', key: 'the master key of this test, 32 letters' }] as const;
const log = { warn: () => undefined };
const paper = Buffer.from('a paper');
const field = { collection: 'papers', field: 'sealed' };
const toPlace = (id: string) => ({ collection: 'papers', id, field: 'bytes' });

interface PaperRow {
  readonly _id: string;
  readonly sealed: { readonly owner: string; readonly box?: Buffer; readonly object?: string };
}

let server: TestBucket;
let database: TestDatabase;
beforeAll(async () => {
  server = await startTestBucket();
  Object.assign(process.env, server.env);
  database = await openTestDatabase();
}, scaledTimeout(600_000));
afterAll(async () => {
  await database?.close();
  await server?.stop();
});

const openInstance = (FILES_URL?: string): Promise<PersonalData> =>
  openPersonalData('ticket', { db: database.db, config: { MASTER_KEYS, FILES_URL }, log });
const openWithBucket = () => openInstance(`${server.address}/below`);
const openBucketOf = async () => {
  const { bucket } = await openWithBucket();
  if (!bucket) throw new Error('no bucket');
  return bucket;
};
const getRows = () => database.db.connection.collection<PaperRow>('papers');

async function addPaper(personal: PersonalData, id: string): Promise<PaperRow> {
  const row = { _id: id, sealed: await personal.writeFile('owner', paper, toPlace(id)) };
  await getRows().insertOne(row);
  return row;
}

const readPaper = async (personal: PersonalData, id: string): Promise<Buffer> => {
  const row = await getRows().findOne({ _id: id });
  if (!row) throw new Error('no row');
  return personal.readFile(row.sealed, toPlace(id));
};

async function listObjects(): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of (await openBucketOf()).list('ticket', { isDeep: true })) keys.push(...page);
  return keys;
}

test('stores only the sealed file in the bucket, and its key in the row', async () => {
  const personal = await openWithBucket();
  const { sealed } = await addPaper(personal, 'a/b:0');
  expect(sealed).toEqual({ owner: 'owner', object: expect.stringMatching(/^ticket\/papers\/a%2Fb%3A0\//) });
  const content = await (await openBucketOf()).read(String(sealed.object));
  expect(content?.includes(paper)).toBe(false);
  expect(await readPaper(personal, 'a/b:0')).toEqual(paper);
});

test('deletes an object that no row has named for a day, but none that is in use or newer', async () => {
  const personal = await openWithBucket();
  const deleted = await addPaper(personal, 'deleted');
  const used = await addPaper(personal, 'used');
  await getRows().deleteOne({ _id: 'deleted' });
  const sweep = async (graceHours?: number) =>
    sweepObjects(
      {
        connection: database.db.connection,
        bucket: await openBucketOf(),
        fields: [field],
        ...(graceHours !== undefined && { graceHours }),
      },
      new AbortController().signal,
    );
  await sweep();
  expect(await listObjects()).toContain(deleted.sealed.object);
  await sweep(-1);
  const left = await listObjects();
  expect(left).not.toContain(deleted.sealed.object);
  expect(left).toContain(used.sealed.object);
  expect(await readPaper(personal, 'used')).toEqual(paper);
});

test('reports a bucket that does not respond, or is not configured, as down', async () => {
  const personal = await openWithBucket();
  const { sealed } = await addPaper(personal, 'far');
  const down = { code: 'part-down', status: 503, dependency: 'files' };
  await expect((await openInstance()).readFile(sealed, toPlace('far'))).rejects.toMatchObject(down);
  process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:9';
  try {
    const unreachable = await openWithBucket();
    await expect(unreachable.readFile(sealed, toPlace('far'))).rejects.toMatchObject(down);
    await expect(unreachable.writeFile('owner', paper, toPlace('new'))).rejects.toMatchObject(down);
  } finally {
    Object.assign(process.env, server.env);
  }
});
