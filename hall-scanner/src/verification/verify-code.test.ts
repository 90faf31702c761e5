import type { HallList, TicketVerification } from '@archaka/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { createOfflineList } from '../list/offline-list.ts';
import type { ScanResult } from './scan-result.ts';
import { buildKey, buildList, NAME, ORIGIN, PHOTO } from './testing/builders.ts';
import { verifyCode } from './verify-code.ts';

let signer: Awaited<ReturnType<typeof buildKey>>;
let ticket: string;
beforeAll(async () => {
  signer = await buildKey();
  ticket = await signer.address();
});

interface Sources {
  readonly portal?: TicketVerification;
  readonly list?: HallList;
  readonly photo?: Uint8Array<ArrayBuffer> | null;
}

const verify = (text: string, { portal, list, photo = PHOTO }: Sources = {}): Promise<ScanResult> =>
  verifyCode(text, {
    origin: ORIGIN,
    keys: [signer.key],
    list: list && createOfflineList(list, async () => photo),
    fetchVerification: async () => portal,
  });
const verifyState = async (text: string, sources?: Sources) => (await verify(text, sources)).state;

const buildVerification = (
  state: 'current' | 'superseded',
  photo: string | null = Buffer.from(PHOTO).toString('base64'),
) =>
  ({ state, application_id: 'ARC24-BG6JDQ12', version: 2, exam_type: 1, day: '2026-11-20', photo }) as const;

test('without network and list a genuine ticket gets the honest words, and neither name nor photo', async () => {
  const scanResult = await verify(ticket);
  expect(scanResult).toMatchObject({
    state: 'genuine-when-issued',
    claims: { application_id: 'ARC24-BG6JDQ12' },
  });
  expect(scanResult).not.toHaveProperty('photo');
  expect(scanResult).not.toHaveProperty('name');
});

test('with the list, a ticket on it was current, with name and photo', async () => {
  expect(await verify(ticket, { list: await buildList() })).toMatchObject({
    state: 'current-in-list',
    name: NAME,
    photo: PHOTO,
  });
});

test('with a network, the portal’s word comes first, and the list gives the name', async () => {
  expect(await verify(ticket, { portal: buildVerification('current') })).toMatchObject({
    state: 'current',
    photo: PHOTO,
  });
  expect(
    await verify(ticket, { portal: buildVerification('current'), list: await buildList({ version: 1 }) }),
  ).toMatchObject({
    state: 'current',
    name: NAME,
  });
  expect(
    await verifyState(ticket, { portal: buildVerification('superseded'), list: await buildList() }),
  ).toBe('superseded');
  expect(await verifyState(ticket, { portal: { state: 'not-genuine' }, list: await buildList() })).toBe(
    'not-genuine',
  );
});

test.each<[string, Partial<HallList['tickets'][number]>, string]>([
  ['has a newer version', { version: 3 }, 'superseded'],
  ['has an older version, so was made before', { version: 1 }, 'newer-than-list'],
  ['does not have it', { application_id: 'ARC24-00000000' }, 'not-listed'],
  ['has another name', { name: 'Somebody Else' }, 'name-differs'],
])('when the list %s, then that is said', async (_, overrides, state) => {
  expect(await verifyState(ticket, { list: await buildList(overrides) })).toBe(state);
});

test('when a photo is not the one on the ticket, whether from list or portal, then it is not shown', async () => {
  const other = new Uint8Array([1, 2, 3]);
  const fromList = await verify(ticket, { list: await buildList(), photo: other });
  expect(fromList.state).toBe('photo-differs');
  expect(fromList).not.toHaveProperty('photo');
  expect(await verifyState(ticket, { list: await buildList(), photo: null })).toBe('photo-differs');
  expect(await verifyState(ticket, { portal: buildVerification('current', 'AQID') })).toBe('photo-differs');
});

test('when a ticket is for another centre or year, then that is said whatever else is true of it', async () => {
  const elsewhere = await signer.address({ centre: 1 });
  expect(await verifyState(elsewhere, { list: await buildList() })).toBe('other-centre');
  expect(
    await verifyState(elsewhere, { list: await buildList(), portal: buildVerification('current') }),
  ).toBe('other-centre');
  const list = await buildList();
  const nextYear = { ...list, examination: { ...list.examination, year: '2025' } };
  expect(await verifyState(ticket, { list: nextYear })).toBe('other-examination');
});

test('when the key is not kept, then only the portal can say what the ticket is', async () => {
  const newer = await (await buildKey('c3d4')).address();
  expect(await verify(newer)).toEqual({ state: 'unknown-key' });
  expect(await verifyState(newer, { list: await buildList() })).toBe('unknown-key');
  expect(await verifyState(newer, { portal: buildVerification('current') })).toBe('current');
});

test('when somebody else signed with the name of our key, then it is not genuine', async () => {
  const forged = await (await buildKey(signer.key.kid)).address();
  expect(await verify(forged)).toEqual({ state: 'not-genuine' });
  expect(await verify(forged, { portal: buildVerification('current') })).toEqual({ state: 'not-genuine' });
});
