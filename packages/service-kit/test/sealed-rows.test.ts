import { afterAll, expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { type SealedRow, SealedRows, sealRows } from '../src/persistence/sealed-rows.ts';
import { openTestDatabase } from './support/test-database.ts';

interface PaperRow extends SealedRow {
  readonly sealed: { readonly box: string };
  readonly state: string;
}

const schema = sealRows(
  new Schema<PaperRow>({ _id: String, sealed: { box: String }, state: String }, { versionKey: false }),
  ['sealed'],
);

const database = await openTestDatabase();
afterAll(() => database.close());
const papers = database.db.connection.model<PaperRow>('Paper', schema, 'papers');
const rows = new SealedRows(papers);
await database.db.prepareModels();

const addPaper = (_id: string) => rows.add({ _id, sealed: { box: '' }, state: 'new' });
const append = (letter: string) => async (row: PaperRow) => ({
  changes: { $set: { sealed: { box: row.sealed.box + letter } } },
  result: row.revision,
});
const LETTERS = [...'abcdefgh'];

test.each([
  ['outside a transaction', (id: string, letter: string) => rows.update(id, append(letter))],
  [
    'each in a transaction',
    (id: string, letter: string) => database.db.transaction(() => rows.update(id, append(letter))),
  ],
])('loses none of many concurrent changes, %s', async (id, update) => {
  await addPaper(id);
  await Promise.all(LETTERS.map((letter) => update(id, letter)));
  const row = await papers.findById(id).lean();
  expect([...(row?.sealed.box ?? '')].sort()).toEqual(LETTERS);
  expect(row?.revision).toBe(LETTERS.length);
});

test('rolls back with the caller’s transaction, and changes no unknown row', async () => {
  await addPaper('rolled back');
  const failing = database.db.transaction(async () => {
    await rows.update('rolled back', append('x'));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await papers.findById('rolled back').lean()).toMatchObject({ sealed: { box: '' }, revision: 0 });
  expect(await rows.update('unknown', append('x'))).toBeUndefined();
});

test('answers 503 instead of repeating a change without end', async () => {
  await addPaper('contended');
  const changing = rows.update('contended', async (row) => {
    await papers.updateOne({ _id: row._id }, { $inc: { revision: 1 } });
    return append('x')(row);
  });
  await expect(changing).rejects.toMatchObject({ status: 503, dependency: 'contended store' });
});

const box = { sealed: { box: 'lost' } };
test.each<[string, () => PromiseLike<unknown>]>([
  ['an update', () => papers.updateOne({ _id: 'guarded' }, { $set: box })],
  ['a part of the field', () => papers.updateOne({ _id: 'guarded' }, { $set: { 'sealed.box': 'lost' } })],
  ['an update without operator', () => papers.updateOne({ _id: 'guarded' }, box)],
  ['an update of many', () => papers.updateMany({ state: 'new' }, { $unset: { sealed: 1 } })],
  ['a pipeline', () => papers.updateOne({ _id: 'guarded' }, [{ $set: box }], { updatePipeline: true })],
  ['a replacement', () => papers.replaceOne({ _id: 'guarded' }, { state: 'new', ...box })],
  ['an update that returns the row', () => papers.findOneAndUpdate({ _id: 'guarded' }, { $set: box })],
  ['an upsert', () => papers.updateOne({ _id: 'other' }, { $setOnInsert: box }, { upsert: true })],
  ['a revision that is not counted', () => papers.updateOne({ _id: 'guarded', revision: 0 }, { $set: box })],
])('rejects a write of a sealed field without its revision: %s', async (_what, write) => {
  await expect(Promise.resolve(write())).rejects.toThrow('is sealed: write it by SealedRows.update');
});

test('permits a write of the other fields', async () => {
  await addPaper('other fields');
  await papers.updateOne({ _id: 'other fields' }, { $set: { state: 'seen' } });
  expect(await papers.findById('other fields').lean()).toMatchObject({ state: 'seen', revision: 0 });
});
