import type { HallList, TicketVerification } from '@archaka/contracts/calls';
import { beforeAll, expect, test } from '@jest/globals';
import { createOfflineList } from '../list/list-repository.ts';
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

test('states the limits of an offline check without a list, and shows neither name nor photo', async () => {
  const scanResult = await verify(ticket);
  expect(scanResult).toMatchObject({
    state: 'genuine-when-issued',
    claims: { application_id: 'ARC24-BG6JDQ12' },
  });
  expect(scanResult).not.toHaveProperty('photo');
  expect(scanResult).not.toHaveProperty('name');
});

test("reports a listed ticket as current at the list's time, with name and photo", async () => {
  expect(await verify(ticket, { list: await buildList() })).toMatchObject({
    state: 'current-in-list',
    name: NAME,
    photo: PHOTO,
  });
});

test('prefers the portal’s answer online, with the name from the list', async () => {
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
])('states when the list %s', async (_, overrides, state) => {
  expect(await verifyState(ticket, { list: await buildList(overrides) })).toBe(state);
});

test("does not show a photo that differs from the ticket's, from list or portal", async () => {
  const other = new Uint8Array([1, 2, 3]);
  const fromList = await verify(ticket, { list: await buildList(), photo: other });
  expect(fromList.state).toBe('photo-differs');
  expect(fromList).not.toHaveProperty('photo');
  expect(await verifyState(ticket, { list: await buildList(), photo: null })).toBe('photo-differs');
  expect(await verifyState(ticket, { portal: buildVerification('current', 'AQID') })).toBe('photo-differs');
});

test('reports another centre or year before anything else', async () => {
  const elsewhere = await signer.address({ centre: 1 });
  expect(await verifyState(elsewhere, { list: await buildList() })).toBe('other-centre');
  expect(
    await verifyState(elsewhere, { list: await buildList(), portal: buildVerification('current') }),
  ).toBe('other-centre');
  const list = await buildList();
  const nextYear = { ...list, examination: { ...list.examination, year: '2025' } };
  expect(await verifyState(ticket, { list: nextYear })).toBe('other-examination');
});

test('needs the portal when the key is not stored', async () => {
  const newer = await (await buildKey('c3d4')).address();
  expect(await verify(newer)).toEqual({ state: 'unknown-key' });
  expect(await verifyState(newer, { list: await buildList() })).toBe('unknown-key');
  expect(await verifyState(newer, { portal: buildVerification('current') })).toBe('current');
});

test("rejects a ticket that another signer signed under our key's name", async () => {
  const forged = await (await buildKey(signer.key.kid)).address();
  expect(await verify(forged)).toEqual({ state: 'not-genuine' });
  expect(await verify(forged, { portal: buildVerification('current') })).toEqual({ state: 'not-genuine' });
});
