import type { HallList } from '@archaka/contracts';
import { beforeEach, expect, test } from '@jest/globals';
import type { ListShelf } from '../store/lists.ts';
import { aKey, aList, PHOTO, zipOf } from '../verdict/testing/paper.ts';
import { loadList } from './load-list.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const ID = 'ARC24-BG6JDQ12';

let ours: Awaited<ReturnType<typeof aKey>>;
let kept: HallList | undefined;
let photos: Map<string, Uint8Array>;
let abandoned: number;
beforeEach(async () => {
  ours = await aKey();
  [kept, photos, abandoned] = [undefined, new Map(), 0];
});

const shelf: Pick<ListShelf, 'list' | 'begin'> = {
  list: async () => kept,
  begin: async () => ({
    keepPhotos: async (kept) => {
      for (const { application_id, jpeg } of kept) photos.set(application_id, jpeg);
    },
    finish: async (list) => {
      kept = list;
    },
    abandon: async () => {
      abandoned += 1;
    },
  }),
};

const load = async (
  list: HallList,
  { photo = PHOTO as Uint8Array, typ = undefined as string | undefined } = {},
) =>
  loadList(zipOf(await ours.signList(list, typ), { [ID]: photo }), {
    keys: [ours.key],
    now: NOW,
    shelf: shelf as ListShelf,
    onProgress: () => undefined,
  });

test('a list that is signed and whole is kept with its photos', async () => {
  const list = await aList();
  await load(list);
  expect(kept).toEqual(list);
  expect(photos.get(ID)).toEqual(PHOTO);
});

test('a ticket without a photo needs none in the file', async () => {
  await load(await aList({ photo: null }), { photo: new Uint8Array(0) });
  expect(photos.size).toBe(0);
  expect(kept?.tickets).toHaveLength(1);
});

test('a list of more than 30 days ago, or from before the kept one, is not taken', async () => {
  await load(await aList());
  await expect(load(await aList({}, '2026-10-22T00:00:00Z'))).rejects.toMatchObject({ why: 'too-old' });
  await expect(load(await aList({}, '2026-11-20T00:00:00Z'))).rejects.toMatchObject({ why: 'older' });
  expect(kept?.made_at).toBe('2026-11-21T04:00:00Z');
});

test('what our key has signed for something else is no list', async () => {
  await expect(load(await aList(), { typ: 'JWT' })).rejects.toMatchObject({ why: 'not-a-list' });
  await expect(load({ ...(await aList()), tickets: 'all' } as unknown as HallList)).rejects.toMatchObject({
    why: 'not-a-list',
  });
});

test('when a photo is another one, then nothing of the file is kept', async () => {
  await load(await aList());
  const next = await aList({ version: 3 }, '2026-11-21T08:00:00Z');
  await expect(load(next, { photo: new Uint8Array([1]) })).rejects.toMatchObject({ why: 'forged' });
  expect(kept?.tickets[0]?.version).toBe(2);
  expect(abandoned).toBe(1);
});
