import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { cacheFolder, keepWhole } from './cache.ts';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'engines-'));
});

const make = (content: string) => async (folder: string) => {
  await writeFile(join(folder, 'made'), content);
  return join(folder, 'made');
};

test('what is made whole is kept, and replaces what was there', async () => {
  await keepWhole(cache, 'mongod', make('old'));
  const kept = await keepWhole(cache, 'mongod', make('new'));

  expect(await readFile(kept, 'utf8')).toBe('new');
  expect(await readdir(cache)).toEqual(['mongod']);
});

test('when making it fails, nothing is left', async () => {
  const cut = async (folder: string) => {
    await make('half')(folder);
    throw new Error('cut');
  };

  await expect(keepWhole(cache, 'mongod', cut)).rejects.toThrow('cut');
  expect(await readdir(cache)).toEqual([]);
});

test('ENGINE_CACHE says where; without it, it is inside the checkout', () => {
  expect(cacheFolder({ ENGINE_CACHE: cache })).toBe(cache);
  expect(cacheFolder({})).toBe(join(import.meta.dirname, '../../../../.cache/engines'));
});
