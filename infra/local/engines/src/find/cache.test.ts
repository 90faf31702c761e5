import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { getCacheFolder, writeAtomically } from './cache.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'engines-'));
});

const createFile = (content: string) => async (folder: string) => {
  await writeFile(join(folder, 'made'), content);
  return join(folder, 'made');
};

test('stores a complete file and replaces the old one', async () => {
  await writeAtomically(cache, 'mongod', createFile('old'));
  const path = await writeAtomically(cache, 'mongod', createFile('new'));

  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(cache)).toEqual(['mongod']);
});

test('leaves no file when its creation fails', async () => {
  const createCutFile = async (folder: string) => {
    await createFile('half')(folder);
    throw new Error('cut');
  };

  await expect(writeAtomically(cache, 'mongod', createCutFile)).rejects.toThrow('cut');
  expect(await readdir(cache)).toEqual([]);
});

test('uses ENGINE_CACHE, or a folder inside the checkout without it', () => {
  expect(getCacheFolder({ ENGINE_CACHE: cache })).toBe(cache);
  expect(getCacheFolder({})).toBe(join(import.meta.dirname, '../../../../../.cache/engines'));
});
