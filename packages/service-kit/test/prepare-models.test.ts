import { isolateDatabases } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { type OpenDatabase, openDatabase } from '../src/persistence/database.ts';
import { findUnknownIndexes } from '../src/persistence/indexes.ts';
import { log } from './support/test-database.ts';

const { mongoUrl, drop } = isolateDatabases();
const opened: OpenDatabase[] = [];

/** An instance of a version of the service, which declares these indexes. */
async function startVersion(...indexes: (readonly [Record<string, 1>, object?])[]): Promise<OpenDatabase> {
  const db = await openDatabase({ url: mongoUrl, service: 'kit', log });
  opened.push(db);
  const schema = new Schema({ word: String, year: String });
  for (const [keys, options] of indexes) schema.index(keys, options);
  db.connection.model('Thing', schema, 'things');
  await db.prepareModels();
  return db;
}

const listNames = async ({ connection }: OpenDatabase) =>
  (await connection.collection('things').indexes()).map(({ name }) => name);

beforeEach(async () => {
  opened.length = 0;
});
afterEach(async () => {
  await opened[0]?.connection.dropDatabase();
  for (const db of opened) await db.close();
  await drop();
});

test('an old instance that restarts retains the indexes of a newer one', async () => {
  const newer = await startVersion([{ word: 1 }], [{ year: 1 }]);
  await startVersion([{ word: 1 }]);
  expect(await listNames(newer)).toEqual(['_id_', 'word_1', 'year_1']);
});

test('fails to start, and drops nothing, when an index exists with other options', async () => {
  const older = await startVersion([{ word: 1 }, { partialFilterExpression: { word: { $type: 'string' } } }]);
  await expect(startVersion([{ word: 1 }, { unique: true }], [{ year: 1 }])).rejects.toThrow(
    'An index of things exists with other options: give the changed one another name',
  );
  expect(await listNames(older)).toContain('word_1');
});

test('finds the indexes that no running version declares', async () => {
  const [older, newer] = [await startVersion([{ word: 1 }]), await startVersion([{ year: 1 }])];
  await older.connection.collection('things').createIndex({ word: 1, year: 1 });
  const versions = [older.listIndexes(), newer.listIndexes()];
  const left = { collection: 'things', name: 'word_1_year_1' };
  expect(await findUnknownIndexes(newer.connection, versions)).toEqual([left]);
  expect(await findUnknownIndexes(newer.connection, [newer.listIndexes()])).toEqual([
    { collection: 'things', name: 'word_1' },
    left,
  ]);
});
