import type { HallList } from '@archaka/contracts/calls';
import { beforeEach, expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { buildKey, buildList, buildZip, PHOTO } from '../verification/testing/builders.ts';
import type { ListRepository } from './list-repository.ts';
import { loadList } from './load-list.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');
const ID = 'ARC24-BG6JDQ12';

let signer: Awaited<ReturnType<typeof buildKey>>;
let stored: HallList | undefined;
let photos: Map<string, Uint8Array>;
let abandoned: number;
beforeEach(async () => {
  signer = await buildKey();
  [stored, photos, abandoned] = [undefined, new Map(), 0];
});

const lists: Pick<ListRepository, 'list' | 'begin'> = {
  list: async () => stored,
  begin: async () => ({
    storePhotos: async (added) => {
      for (const { application_id, jpeg } of added) photos.set(application_id, jpeg);
    },
    finish: async (list) => {
      stored = list;
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
  loadList(buildZip(await signer.signList(list, typ), { [ID]: photo }), {
    keys: [signer.key],
    now: NOW,
    lists: lists as unknown as ListRepository,
    onProgress: () => undefined,
  });

test('stores a signed and complete list with its photos', async () => {
  const list = await buildList();
  await load(list);
  expect(stored).toEqual(list);
  expect(photos.get(ID)).toEqual(PHOTO);
});

test('needs no photo in the file for a ticket without one', async () => {
  await load(await buildList({ photo: null }), { photo: new Uint8Array(0) });
  expect(photos.size).toBe(0);
  expect(stored?.tickets).toHaveLength(1);
});

test('rejects a list that is older than 30 days or than the stored one', async () => {
  await load(await buildList());
  await expect(load(await buildList({}, '2026-10-22T00:00:00Z'))).rejects.toMatchObject({
    reason: 'too-old',
  });
  await expect(load(await buildList({}, '2026-11-20T00:00:00Z'))).rejects.toMatchObject({ reason: 'older' });
  expect(stored?.made_at).toBe('2026-11-21T04:00:00Z');
});

test('rejects other contents signed by our key', async () => {
  await expect(load(await buildList(), { typ: 'JWT' })).rejects.toMatchObject({ reason: 'not-a-list' });
  await expect(load({ ...(await buildList()), tickets: 'all' } as unknown as HallList)).rejects.toMatchObject(
    {
      reason: 'not-a-list',
    },
  );
});

const flipCharacter = (jws: string, part: number) =>
  jws
    .split('.')
    .map((text, index) => (index === part ? `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}` : text))
    .join('.');

test.each<[what: string, reason: string, build: (jws: string) => Blob]>([
  ['with a changed signature', 'forged', (jws) => buildZip(flipCharacter(jws, 2), { [ID]: PHOTO })],
  ['with a photo missing', 'cut-short', (jws) => buildZip(jws, {})],
  ['that is cut short', 'cut-short', (jws) => buildZip(jws, { [ID]: PHOTO }).slice(0, -20)],
  ['without a list', 'no-list', () => new Blob([zipSync({ 'other.txt': PHOTO }).slice()])],
  ['that is a PDF', 'not-a-zip', () => new Blob(['%PDF-1.7 …'])],
])('rejects a file %s: %s', async (_what, reason, build) => {
  const file = build(await signer.signList(await buildList()));
  const loading = loadList(file, {
    keys: [signer.key],
    now: NOW,
    onProgress: () => undefined,
    lists: lists as unknown as ListRepository,
  });
  await expect(loading).rejects.toMatchObject({ reason });
  expect(stored).toBeUndefined();
});

test('rejects a list of a key that is not stored', async () => {
  const list = await buildList();
  signer = { ...(await buildKey('c3d4')), key: signer.key };
  await expect(load(list)).rejects.toMatchObject({ reason: 'unknown-key' });
});

test('stores nothing of a file with a replaced photo', async () => {
  await load(await buildList());
  const next = await buildList({ version: 3 }, '2026-11-21T08:00:00Z');
  await expect(load(next, { photo: new Uint8Array([1]) })).rejects.toMatchObject({ reason: 'forged' });
  expect(stored?.tickets[0]?.version).toBe(2);
  expect(abandoned).toBe(1);
});
