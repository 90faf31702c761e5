import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';
import { findIds } from './faults.ts';
import { parseStatements } from './table.ts';

const read = (file: string) => readFileSync(ROOT + file, 'utf8');

/** Excluded: tests of this folder use fictitious ids. */
const isLeftOut = (name: string) => /(^|\/)(node_modules|dist|\.[^/]+|tests\/conformance)$/.test(name);

test('the ids in the sources of the tests are those of the statements', async () => {
  const carriedIds = new Set<string>();
  for await (const file of glob('**/*.{ts,tsx}', { cwd: ROOT, exclude: isLeftOut }))
    for (const id of findIds(read(file))) carriedIds.add(id);
  const ids = parseStatements(read('tests/conformance/statements.txt')).map(({ id }) => id);
  expect([...carriedIds].toSorted()).toEqual(ids.toSorted());
});
