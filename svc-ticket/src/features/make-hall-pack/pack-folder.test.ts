import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openPackFolder } from './pack-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

const pack = { year: '2024', centre: 'Tirupati' };
const writing = (text: string) => async (file: string) => {
  await writeFile(file, text);
  return 7;
};
const never = () => {
  throw new Error('made again');
};
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

test('a file of the same key is not made again, and what it holds is remembered', async () => {
  const first = await openPackFolder(folder, pack);
  await first.file('list', 'key', writing('hello'));
  const again = await openPackFolder(folder, pack);
  expect(await again.file('list', 'key', never)).toEqual({
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
])('when %s, a file is made anew', async (_, key, spoil) => {
  await (await openPackFolder(folder, pack)).file('list', 'key', writing('hello'));
  await spoil();
  await (await openPackFolder(folder, pack)).file('list', key, writing('new'));
  expect(await readFile(join(folder, 'list'), 'utf8')).toBe('new');
});

test('what has no key is made anew every time', async () => {
  await (await openPackFolder(folder, pack)).file('list', null, writing('hello'));
  await (await openPackFolder(folder, pack)).file('list', null, writing('new'));
  expect(await readFile(join(folder, 'list'), 'utf8')).toBe('new');
});

test('only a whole pack has a cover: it comes last and goes first', async () => {
  const first = await openPackFolder(folder, pack);
  await first.finish(writing('cover'));
  expect(await readdir(folder)).toEqual(['cover.pdf', 'pack.json']);
  await openPackFolder(folder, pack);
  expect(await readdir(folder)).toEqual(['pack.json', 'parts']);
});

test("a folder with other things in it, or with another centre's pack, is left alone", async () => {
  const elsewhere = join(folder, 'elsewhere');
  await openPackFolder(elsewhere, pack);
  await expect(openPackFolder(elsewhere, { ...pack, centre: 'Guntur' })).rejects.toThrow(
    'the pack of Tirupati 2024',
  );
  await expect(openPackFolder(folder, pack)).rejects.toThrow('holds other things');
  await writeFile(join(elsewhere, 'pack.json'), '{');
  await expect(openPackFolder(elsewhere, pack)).rejects.toThrow('pack.json cannot be read');
});
