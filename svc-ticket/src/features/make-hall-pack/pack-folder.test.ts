import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PackFolder } from './pack-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

const pack = { year: '2024', centre: 'Tirupati' };

/** One run, from the opening of the folder to its end. */
async function fillFolder<Result>(
  fill: (folder: PackFolder) => Promise<Result>,
  identity = pack,
): Promise<Result> {
  const opened = await PackFolder.open(folder, identity);
  return fill(opened).finally(() => opened.close());
}
const createWriter = (text: string) => async (file: string) => {
  await writeFile(file, text);
  return 7;
};
const failOnWrite = () => {
  throw new Error('made again');
};
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

test('reuses a file of the same key, with its number of candidates', async () => {
  await fillFolder((filled) => filled.file('list', 'key', createWriter('hello')));
  expect(await fillFolder((filled) => filled.file('list', 'key', failOnWrite))).toEqual({
    name: 'list',
    key: 'key',
    holds: 7,
    sha256: HELLO,
  });
});

test.each([
  ['its key is another', 'other', async () => undefined],
  ['it was damaged', 'key', () => writeFile(join(folder, 'list'), 'hell')],
  ['it is gone', 'key', () => rm(join(folder, 'list'))],
])('rebuilds a file when %s', async (_, key, damage) => {
  await fillFolder((filled) => filled.file('list', 'key', createWriter('hello')));
  await damage();
  await fillFolder((filled) => filled.file('list', key, createWriter('new')));
  expect(await readFile(join(folder, 'list'), 'utf8')).toBe('new');
});

test('rebuilds a file without a key every time', async () => {
  await fillFolder((filled) => filled.file('list', null, createWriter('hello')));
  await fillFolder((filled) => filled.file('list', null, createWriter('new')));
  expect(await readFile(join(folder, 'list'), 'utf8')).toBe('new');
});

test('writes the cover last and removes it first, so that only a complete pack has one', async () => {
  await fillFolder((filled) => filled.finish(Buffer.from('cover')));
  expect(await readdir(folder)).toEqual(['cover.pdf', 'pack.json']);
  await fillFolder(async () => undefined);
  expect(await readdir(folder)).toEqual(['pack.json']);
});

test("rejects a folder with other contents, or with another centre's pack", async () => {
  await fillFolder(async () => undefined);
  const guntur = { ...pack, centre: 'Guntur' };
  await expect(PackFolder.open(folder, guntur)).rejects.toThrow('the pack of Tirupati 2024');
  await writeFile(join(folder, 'pack.json'), '{');
  await expect(PackFolder.open(folder, pack)).rejects.toThrow('pack.json cannot be read');
  await rename(join(folder, 'pack.json'), join(folder, 'other.json'));
  await expect(PackFolder.open(folder, pack)).rejects.toThrow('holds other files');
  expect(await readdir(folder)).toEqual(['other.json']);
});

test('rejects a concurrent run in the same folder, without a change', async () => {
  await fillFolder(async (first) => {
    await first.file('list', 'key', createWriter('hello'));
    await expect(PackFolder.open(folder, pack)).rejects.toThrow('Another run writes to');
    await first.finish(Buffer.from('cover'));
  });
  expect(await readdir(folder)).toEqual(['cover.pdf', 'list', 'pack.json']);
  await fillFolder(async () => undefined);
});
