import { randomBytes } from 'node:crypto';
import {
  applicationSubmitted,
  applicationUpdated,
  type CallAnswer,
  createApplicationId,
  type getHalls,
  type PlannedSeat,
  paymentCaptured,
  ticketIssued,
} from '@archaka/contracts';
import { buildApplicant, buildApplicationForm, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { openDesk } from './support/open-desk.ts';

type District = NonNullable<CallAnswer<typeof getHalls>['data']>[number];

const centre = { name: 'Hall', name_te: 'హాల్', address: 'Street', address_te: 'వీధి', capacity: 1 };
const CENTRES = ['Guntur', 'Chittoor'].map((district, index) => ({
  ...centre,
  district,
  code: `10${index}`,
}));

const { asMember, broker, database, portal, send } = await openDesk({
  services: ['application', 'ticket'],
  team: ['hall-officer', 'administrator', 'auditor', 'help-desk'],
  examination: { centres: CENTRES },
});

async function findDistrict(district: string): Promise<District | undefined> {
  const { data } = await send<District>('auditor', 'gethalls');
  return data.find((each) => each.district === district);
}
const whenPlan = (district: string, state: string) =>
  eventually(async () => {
    const { plan } = (await findDistrict(district)) ?? {};
    return plan?.state === state && plan;
  });

/** A paid candidate of the centre district. */
async function addCandidate(district: string) {
  const owner = buildApplicant();
  const application_id = createApplicationId(randomBytes(7), '2024');
  const snapshot = {
    ...{ application_id, examine_year: '2024', name: owner.name, father_name: 'Rama' },
    ...{ aadhaar_masked: '**** **** 1234', exam_type: 1, exam_regular: 1, languages: [] },
    ...{ centre_district: { name: district, name_te: district }, agama: 'వైఖానస', photo: 'photo' },
    submitted_at: new Date().toISOString(),
  };
  const identity = { application_id, user_id: owner.id };
  await broker.publish(applicationSubmitted, { ...identity, version: 1, number: owner.number, snapshot });
  const payment = {
    order_id: `order_${application_id}`,
    payment_id: `pay_${application_id}`,
    amount: 10_000,
  };
  await broker.publish(paymentCaptured, { application_id, ...payment, at: snapshot.submitted_at });
  return {
    id: application_id,
    edit: () => broker.publish(applicationUpdated, { ...identity, version: 2, snapshot }),
  };
}
/** With a ticket, in the district of the ordinary form. */
async function addTicketed(): Promise<string> {
  const applicant = await portal.registerApplicant();
  const form = await buildApplicationForm(applicant.person, { save_id: 2 });
  expect((await applicant.call('submitapplicationform', form)).body.status).toBe(200);
  const { application_id } = await broker.waitForEvent(applicationSubmitted, applicant.person.id);
  const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000, at: new Date().toISOString() };
  await broker.publish(paymentCaptured, { application_id, ...payment });
  await eventually(() => broker.eventsOfType(ticketIssued, application_id).length > 0, { timeoutMs: 60_000 });
  return application_id;
}
async function addCandidates(district: string, count: number) {
  const added = await Promise.all(Array.from({ length: count }, () => addCandidate(district)));
  await eventually(async () => (await findDistrict(district))?.paid === count);
  return added;
}

test('a hall officer previews the seats, another person confirms them, and the list has every candidate', async () => {
  const candidates = await addCandidates('Guntur', 2);
  expect((await send('hall-officer', 'previewallotment', { district: 'Guntur' })).status).toBe(200);
  const { number, ...plan } = await whenPlan('Guntur', 'prepared');
  expect(plan).toMatchObject({
    prepared_by: 'hall-officer',
    is_own: false,
    counts: { paid: 2, ticketed: 0, new: 1, unplaced: 1 },
  });
  const confirmation = { district: 'Guntur', number };
  expect((await send('hall-officer', 'confirmallotment', confirmation)).status).toBe(421);
  expect((await send('administrator', 'confirmallotment', confirmation)).status).toBe(200);
  expect((await send('administrator', 'confirmallotment', confirmation)).status).toBe(420);
  expect(await whenPlan('Guntur', 'allotted')).toMatchObject({ confirmed_by: 'administrator' });
  expect((await findDistrict('Guntur'))?.centres).toMatchObject([{ code: '100', capacity: 1, seated: 1 }]);

  const list = { ...confirmation, list: 'without-ticket' };
  const { data: seats } = await send<PlannedSeat>('auditor', 'getplannedseats', list);
  expect(seats.map(({ application_id }) => application_id).sort()).toEqual(
    candidates.map(({ id }) => id).sort(),
  );
  expect(seats.map(({ status, roll_number, note }) => [status, roll_number ?? note])).toEqual([
    ['new', '24-100-0001'],
    ['unplaced', 'full'],
  ]);
  const query = new URLSearchParams({ district: 'Guntur', number: String(number) });
  const file = await (await asMember('auditor').fetch(`/api/desk/seats/csv?${query}`)).text();
  expect(file.trimEnd().split('\n')).toEqual([
    'roll_number,centre,seat,application_id,status,note,paid,ticket',
    `24-100-0001,100,1,${seats[0]?.application_id},new,,yes,no`,
    `,,,${seats[1]?.application_id},unplaced,full,yes,no`,
  ]);
});

test('a plan is refused with the difference once its candidates have changed', async () => {
  const [candidate] = await addCandidates('Chittoor', 1);
  await send('hall-officer', 'previewallotment', { district: 'Chittoor' });
  const { number } = await whenPlan('Chittoor', 'prepared');
  await candidate?.edit();
  const answered = await eventually(async () => {
    const answer = await send('administrator', 'confirmallotment', { district: 'Chittoor', number });
    return answer.http === 409 && answer;
  });
  expect(answered).toMatchObject({ errors: [{ field: candidate?.id, message: 'changed' }] });
});

test('a hall officer has a pack made and downloads it; a failed one says why; both are recorded', async () => {
  const id = await addTicketed();
  await addCandidates('Krishna', 1);
  const whenPack = (district: string, state: string) =>
    eventually(
      async () => {
        const { pack } = (await findDistrict(district)) ?? {};
        return pack?.state === state && pack;
      },
      { timeoutMs: 60_000 },
    );
  for (const district of ['Anakapalli', 'Krishna'])
    expect((await send('hall-officer', 'makehallpack', { district })).status).toBe(200);
  expect(await whenPack('Krishna', 'failed')).toMatchObject({ failure: 'not-printed' });
  const { number, ...pack } = await whenPack('Anakapalli', 'made');
  expect(pack).toMatchObject({
    ...{ requested_by: 'hall-officer', done: 4, total: 4 },
    counts: { paid: 1, ticketed: 1, listed: 1 },
  });

  const query = new URLSearchParams({ district: 'Anakapalli', number: String(number) });
  const response = await asMember('hall-officer').fetch(`/api/desk/hall-pack?${query}`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="hall-pack-Anakapalli-\d+\.zip"$/,
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const list = entries.find(({ filename }) => filename === 'list.csv');
  if (!list || list.directory) throw new Error('the pack has no list');
  expect(await list.getData(new TextWriter())).toContain(`1,${id},1,`);

  const actions = ['pack.requested', 'pack.downloaded'];
  for (const service of ['desk', 'ticket'] as const) {
    const database = await portal.environment.openDatabase(service);
    const entry = { action: { $in: actions }, 'detail.district': 'Anakapalli' };
    const found = await database.collection('audit_entries').find(entry).sort({ at: 1 }).toArray();
    expect(found.map(({ action }) => action)).toEqual(actions);
  }
  const other = new URLSearchParams({ district: 'Anakapalli', number: String(number + 1) });
  expect((await asMember('hall-officer').fetch(`/api/desk/hall-pack?${other}`)).status).toBe(404);
});

test('each call and the list are for their roles, and for accounts of all districts', async () => {
  const plan = { district: 'Nowhere', number: 1 };
  const path = `/api/desk/seats/csv?${new URLSearchParams({ district: 'Nowhere', number: '1' })}`;
  for (const [name, call, body] of [
    ['help-desk', 'gethalls', {}],
    ['help-desk', 'getplannedseats', plan],
    ['auditor', 'previewallotment', {}],
    ['auditor', 'confirmallotment', plan],
    ['auditor', 'makehallpack', { district: 'Nowhere' }],
  ] as const)
    expect((await send(name, call, body)).http).toBe(403);
  const packPath = path.replace('seats/csv', 'hall-pack');
  expect((await asMember('auditor').fetch(packPath)).status).toBe(403);
  expect((await asMember('help-desk').fetch(path)).status).toBe(403);
  expect((await asMember('auditor').fetch('/api/desk/seats/csv')).status).toBe(400);
  expect((await send('administrator', 'confirmallotment', plan)).http).toBe(404);
  for (const call of ['previewallotment', 'makehallpack'])
    expect((await send('administrator', call, { district: 'Nowhere' })).http).toBe(404);

  const accounts = database.collection<{ name: string; districts?: number[] }>('staff');
  await accounts.updateOne({ name: 'hall-officer' }, { $set: { districts: [1] } });
  for (const [call, body] of [
    ['gethalls', {}],
    ['getplannedseats', plan],
    ['previewallotment', {}],
    ['confirmallotment', plan],
    ['makehallpack', { district: 'Nowhere' }],
  ] as const)
    expect((await send('hall-officer', call, body)).http).toBe(403);
  for (const each of [path, packPath]) expect((await asMember('hall-officer').fetch(each)).status).toBe(403);
  await accounts.updateOne({ name: 'hall-officer' }, { $unset: { districts: 1 } });
});
