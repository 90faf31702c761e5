import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

/** Fields that only a sealing function can fill. */
const SEALED_FIELDS = /\b(personalValueFields|storedFileFields|sealedFields|personalSchema|formFields)\b/;
const SCHEMA = /new Schema(<[^>]*>)?\(\s*\{\s*_id\b/;
const SEAL_ROWS = /\bsealRows\(/;
/** `SealedRows` cannot see a write by the driver, which mongoose does not run. */
const DRIVER_WRITE =
  /\.(?:updateOne|updateMany|replaceOne|bulkWrite|findOneAndUpdate|findOneAndReplace)\((?:(?!\)[;,.]).)*?\b(?:sealed|content|newest)\b/s;
const DRIVER_COLLECTION = /\bconnection\.collection[<(]/;

/** Files that lose no write, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'svc-auth/src/persistence/sign-up-repository.ts': 'a newer sign-up is another row',
  'svc-desk/src/persistence/decision-repository.ts': 'a decision is never changed',
  'svc-desk/src/persistence/grievance-repository.ts': 'an entry of a grievance is never changed',
  'svc-desk/src/persistence/note-repository.ts': 'a note is never changed',
  'packages/service-kit/src/rotation/event-data-rotation.ts':
    'a published event is rewritten only while its body is the one that was read',
};

interface Source {
  readonly file: string;
  readonly text: string;
}

const readSources = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

function findUnrevised({ file, text }: Source): string[] {
  if (file in EXCEPTIONS) return [];
  const isUnguarded = SEALED_FIELDS.test(text) && SCHEMA.test(text) && !SEAL_ROWS.test(text);
  const isWrittenByDriver = DRIVER_COLLECTION.test(text) && DRIVER_WRITE.test(text);
  return [
    ...(isUnguarded ? [`${file}: sealed fields without sealRows`] : []),
    ...(isWrittenByDriver ? [`${file}: a sealed field is written by the driver`] : []),
  ];
}

test('every row with a sealed field is written under the revision that was read', () => {
  const sources = ['svc-*', 'packages/*-kit'].flatMap((folder) => readSources(`${folder}/src/**/*.ts`));
  expect(sources.filter(({ text }) => SEAL_ROWS.test(text)).length).toBeGreaterThan(8);
  expect(sources.flatMap(findUnrevised)).toEqual([]);
});

const unguarded = `
  const schema = new Schema({ _id: String, sealed: personalValueFields });
  const papers = connection.model('Paper', schema);
  export const save = (id, sealed) => papers.updateOne({ _id: id }, { $set: { sealed } });`;
const byDriver = `
  export const rewrite = (connection, id, sealed) =>
    connection.collection('papers').updateOne({ _id: id }, { $set: { sealed } });`;

test.each([
  ['without the guard', unguarded, 'sealed fields without sealRows'],
  ['by the driver', byDriver, 'a sealed field is written by the driver'],
])('a repository that writes a sealed field %s is found', (_how, text, found) => {
  expect(findUnrevised({ file: 'example.ts', text })).toEqual([`example.ts: ${found}`]);
});
