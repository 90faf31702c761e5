import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BSON } from 'mongodb';
import { checkFile, readDocuments, readManifest, writeDocuments, writeManifest } from './files.ts';
import { forgetErased } from './forget-erased.ts';

const createdAt = new Date('2026-01-01');
const erasedAt = new Date('2026-06-01');
const KEY = Buffer.from('the wrapped key of somebody');

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forget-'));
  await mkdir(join(folder, 'auth'));
  const rows = ['stays', 'leaves'].map((_id) => ({ _id, master: '1', wrapped: KEY, createdAt }));
  const documents = async function* () {
    for (const row of rows) yield BSON.serialize(row);
  };
  const file = 'auth/datakeys.bson';
  const facts = await writeDocuments(join(folder, file), documents());
  const databases = [{ service: 'auth', collections: [{ name: 'datakeys', file, ...facts }] }];
  await writeManifest(folder, { format: 1, at: createdAt.toISOString(), databases, fingerprints: {} });
});
afterEach(() => rmSync(folder, { recursive: true }));

const erase = (...ids: string[]) => new Map([['auth', new Map(ids.map((id) => [id, erasedAt]))]]);

async function readRows() {
  const [collection] = (await readManifest(folder)).databases[0]?.collections ?? [];
  if (!collection) throw new Error('the backup lost its collection');
  await checkFile(join(folder, collection.file), collection);
  const rows = [];
  for await (const document of readDocuments(join(folder, collection.file)))
    rows.push(BSON.deserialize(document));
  return rows;
}

test('removes the key of an erased person, leaves those of others, and the backup stays complete', async () => {
  expect(await forgetErased(folder, erase('leaves', 'came later'))).toBe(1);
  const [stays, leaves] = await readRows();
  expect(stays).toMatchObject({ _id: 'stays', wrapped: expect.anything() });
  expect(leaves).toEqual({ _id: 'leaves', createdAt, erasedAt });
  const files = readdirSync(join(folder, 'auth'));
  expect(files).toHaveLength(1);
  const text = readFileSync(join(folder, 'auth', String(files[0])), 'latin1');
  expect(text.split(KEY.toString()).length - 1).toBe(1);
});

test('changes nothing in a second run, and without erasures', async () => {
  const before = readFileSync(join(folder, 'backup.json'), 'utf8');
  expect(await forgetErased(folder, erase())).toBe(0);
  expect(readFileSync(join(folder, 'backup.json'), 'utf8')).toBe(before);
  await forgetErased(folder, erase('leaves'));
  expect(await forgetErased(folder, erase('leaves'))).toBe(0);
});
