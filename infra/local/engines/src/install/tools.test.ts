import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { EngineMissing } from '../engine.ts';
import { getCacheFolder, tryInOrder, writeAtomically } from './tools.ts';

const failWith = (reason: string) => async () => {
  throw new Error(reason);
};
const notApplicable = async () => undefined;

test('uses the first method that works and reports the failures before it', async () => {
  const reported: string[] = [];
  const report = (line: string) => reported.push(line);
  const methods = [notApplicable, failWith('No mirror.'), failWith('No pip.'), async () => '/bin/mongod'];

  expect(await tryInOrder(methods, { report, manualInstructions: 'Install it.' })).toBe('/bin/mongod');
  expect(reported).toEqual(['No mirror.', 'No pip.']);
});

test('reports the last failure and the manual installation when no method works', async () => {
  const found = tryInOrder([failWith('No mirror.'), failWith('No pip.'), notApplicable], {
    report: () => {},
    manualInstructions: 'Install it.',
  });

  await expect(found).rejects.toThrow(new EngineMissing('No pip. Install it.'));
});

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
