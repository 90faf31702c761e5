import type { HallList, TicketVerdict } from '@archaka/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { keptList } from '../list/kept-list.ts';
import type { Finding } from './finding.ts';
import { judge } from './judge.ts';
import { aKey, aList, NAME, ORIGIN, PHOTO } from './testing/paper.ts';

let ours: Awaited<ReturnType<typeof aKey>>;
let ticket: string;
beforeAll(async () => {
  ours = await aKey();
  ticket = await ours.address();
});

interface Found {
  readonly portal?: TicketVerdict;
  readonly list?: HallList;
  readonly photo?: Uint8Array<ArrayBuffer> | null;
}

const find = (text: string, { portal, list, photo = PHOTO }: Found = {}): Promise<Finding> =>
  judge(text, {
    origin: ORIGIN,
    keys: [ours.key],
    list: list && keptList(list, async () => photo),
    askPortal: async () => portal,
  });
const stateOf = async (text: string, found?: Found) => (await find(text, found)).state;

const says = (
  state: 'current' | 'superseded',
  photo: string | null = Buffer.from(PHOTO).toString('base64'),
) =>
  ({ state, application_id: 'ARC24-BG6JDQ12', version: 2, exam_type: 1, day: '2026-11-20', photo }) as const;

test('without network and list a genuine ticket gets the honest words, and neither name nor photo', async () => {
  const finding = await find(ticket);
  expect(finding).toMatchObject({
    state: 'genuine-when-issued',
    claims: { application_id: 'ARC24-BG6JDQ12' },
  });
  expect(finding).not.toHaveProperty('photo');
  expect(finding).not.toHaveProperty('name');
});

test('with the list, a ticket on it was current, with name and photo', async () => {
  expect(await find(ticket, { list: await aList() })).toMatchObject({
    state: 'current-in-list',
    name: NAME,
    photo: PHOTO,
  });
});

test('with a network, the portal’s word comes first, and the list gives the name', async () => {
  expect(await find(ticket, { portal: says('current') })).toMatchObject({ state: 'current', photo: PHOTO });
  expect(await find(ticket, { portal: says('current'), list: await aList({ version: 1 }) })).toMatchObject({
    state: 'current',
    name: NAME,
  });
  expect(await stateOf(ticket, { portal: says('superseded'), list: await aList() })).toBe('superseded');
  expect(await stateOf(ticket, { portal: { state: 'not-genuine' }, list: await aList() })).toBe(
    'not-genuine',
  );
});

test.each<[string, Partial<HallList['tickets'][number]>, string]>([
  ['has a newer version', { version: 3 }, 'superseded'],
  ['has an older version, so was made before', { version: 1 }, 'newer-than-list'],
  ['does not have it', { application_id: 'ARC24-00000000' }, 'not-listed'],
  ['has another name', { name: 'Somebody Else' }, 'name-differs'],
])('when the list %s, then that is said', async (_, own, state) => {
  expect(await stateOf(ticket, { list: await aList(own) })).toBe(state);
});

test('when a photo is not the one on the ticket, whether from list or portal, then it is not shown', async () => {
  const other = new Uint8Array([1, 2, 3]);
  const fromList = await find(ticket, { list: await aList(), photo: other });
  expect(fromList.state).toBe('photo-differs');
  expect(fromList).not.toHaveProperty('photo');
  expect(await stateOf(ticket, { list: await aList(), photo: null })).toBe('photo-differs');
  expect(await stateOf(ticket, { portal: says('current', 'AQID') })).toBe('photo-differs');
});

test('when a ticket is for another centre or year, then that is said whatever else is true of it', async () => {
  const elsewhere = await ours.address({ centre: 1 });
  expect(await stateOf(elsewhere, { list: await aList() })).toBe('other-centre');
  expect(await stateOf(elsewhere, { list: await aList(), portal: says('current') })).toBe('other-centre');
  const list = await aList();
  const nextYear = { ...list, examination: { ...list.examination, year: '2025' } };
  expect(await stateOf(ticket, { list: nextYear })).toBe('other-examination');
});

test('when the key is not kept, then only the portal can say what the ticket is', async () => {
  const newer = await (await aKey('c3d4')).address();
  expect(await find(newer)).toEqual({ state: 'unknown-key' });
  expect(await stateOf(newer, { list: await aList() })).toBe('unknown-key');
  expect(await stateOf(newer, { portal: says('current') })).toBe('current');
});

test('when somebody else signed with the name of our key, then it is not genuine', async () => {
  const forged = await (await aKey(ours.key.kid)).address();
  expect(await find(forged)).toEqual({ state: 'not-genuine' });
  expect(await find(forged, { portal: says('current') })).toEqual({ state: 'not-genuine' });
});
