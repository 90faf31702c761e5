import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BSON } from 'mongodb';
import { checkFile, readDocuments, writeDocuments } from './files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'papers.bson');
async function readIds(): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const bytes of readDocuments(path())) ids.push(BSON.deserialize(bytes)._id);
  return ids;
}

async function* createDocuments(count: number, padding = '') {
  for (let place = 0; place < count; place += 1) yield BSON.serialize({ _id: place, padding });
}

test.each([
  ['none', 0, ''],
  ['many small ones', 5000, ''],
  ['some that are larger than what is read at once', 3, 'x'.repeat(2_500_000)],
])('documents come back as they were written: %s', async (_which, count, padding) => {
  const facts = await writeDocuments(path(), createDocuments(count, padding));

  expect(facts).toMatchObject({ documents: count, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await checkFile(path(), facts);
  expect(await readIds()).toEqual(Array.from({ length: count }, (_, place) => place));
});

test('reports a changed or missing file in one sentence', async () => {
  const facts = await writeDocuments(path(), createDocuments(2));
  appendFileSync(path(), 'x');
  await expect(checkFile(path(), facts)).rejects.toThrow('papers.bson was changed after it was written');
  rmSync(path());
  await expect(checkFile(path(), facts)).rejects.toThrow('Reading the backup failed: ENOENT');
});
