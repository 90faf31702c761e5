import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SliceStore } from '../store.ts';
import { createTestStore, storeBuild } from '../testing/stored-builds.ts';
import { changeRegistry } from './change-registry.ts';
import { findNewestReadable, readLog } from './log.ts';
import { deploy } from './transitions.ts';

let store: SliceStore;
let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ store, folder, remove } = await createTestStore());
  for (const code of ['one', 'two', 'three']) await deployBuild(code);
});
afterEach(() => remove());

async function deployBuild(code: string) {
  const transition = deploy(await storeBuild(store, 'mf-a', code));
  const check = async () => undefined;
  return changeRegistry({ store, slice: 'mf-a', action: 'deploy', transition, by: 'a test', check });
}

const toFile = (revision: number) => path.join(folder, 'registry', `000000000${revision}.json`);

test('names an altered and a missing entry, and finds no fault in an unchanged log', async () => {
  const { revisions, faults } = await readLog(store);
  expect(revisions.map(({ revision }) => revision)).toEqual([1, 2, 3]);
  expect(faults).toEqual([]);
  const text = await readFile(toFile(2), 'utf8');
  await writeFile(toFile(2), text.replace('a test', 'another'));
  const altered = 'Revision 2 was changed after revision 3 was created from it.';
  expect((await readLog(store)).faults).toEqual([altered]);
  await rm(toFile(2));
  expect((await readLog(store)).faults).toEqual(['Revision 2 is missing.']);
});

test('uses the previous entry for users when the last one is damaged, and rejects deployments until the repair', async () => {
  await writeFile(toFile(3), '{"revision": 3, "slic');

  const { revision, faults } = await findNewestReadable(store);
  expect(revision?.revision).toBe(2);
  expect(faults).toEqual([expect.stringContaining('registry/0000000003.json')]);
  await expect(deployBuild('four')).rejects.toThrow(
    'is damaged: restore the original or, if it is the last, remove it',
  );

  await rm(toFile(3));
  expect(await deployBuild('four')).toMatchObject({ revision: 3 });
});
