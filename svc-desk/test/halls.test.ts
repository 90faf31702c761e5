import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applicationSubmitted,
  applicationUpdated,
  type CallAnswer,
  createApplicationId,
  type getHalls,
  type PlannedSeat,
  paymentCaptured,
} from '@archaka/contracts';
import {
  buildApplicant,
  eventually,
  openTestBroker,
  type PartialPortal,
  type StaffSession,
  signInLocalTeam,
  startPortal,
  type TestBroker,
  writeExamination,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

type District = NonNullable<CallAnswer<typeof getHalls>['data']>[number];

const centre = { name: 'Hall', name_te: 'హాల్', address: 'Street', address_te: 'వీధి', capacity: 1 };
const CENTRES = ['Guntur', 'Chittoor'].map((district, index) => ({
  ...centre,
  district,
  code: `10${index}`,
}));

let portal: PartialPortal<'desk' | 'ticket'>;
let broker: TestBroker;
let folder: string;
let asMember: (name: string) => StaffSession;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archaka-halls-'));
  const EXAM_FILE = await writeExamination(folder, { centres: CENTRES });
  portal = await startPortal({ services: ['desk', 'ticket'], env: { EXAM_FILE } });
  broker = await openTestBroker(portal.environment);
  asMember = await signInLocalTeam(portal, ['hall-officer', 'administrator', 'auditor', 'help-desk']);
});
afterAll(async () => {
  await broker?.stop();
  await portal?.stop();
  await rm(folder, { recursive: true, force: true });
});

const send = async (name: string, call: string, body: object = {}) => {
  const { http, body: answer } = await asMember(name).call(call, body);
  return { http, ...answer };
};
async function findDistrict(district: string): Promise<District | undefined> {
  const { data } = await send('auditor', 'gethalls');
  return (data as unknown as District[]).find((each) => each.district === district);
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

  const { data } = await send('auditor', 'getplannedseats', { ...confirmation, list: 'without-ticket' });
  const seats = data as unknown as PlannedSeat[];
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

test('each call and the list are for their roles, and for accounts of all districts', async () => {
  const plan = { district: 'Nowhere', number: 1 };
  const path = `/api/desk/seats/csv?${new URLSearchParams({ district: 'Nowhere', number: '1' })}`;
  for (const [name, call, body] of [
    ['help-desk', 'gethalls', {}],
    ['help-desk', 'getplannedseats', plan],
    ['auditor', 'previewallotment', {}],
    ['auditor', 'confirmallotment', plan],
  ] as const)
    expect((await send(name, call, body)).http).toBe(403);
  expect((await asMember('help-desk').fetch(path)).status).toBe(403);
  expect((await asMember('auditor').fetch('/api/desk/seats/csv')).status).toBe(400);
  expect((await send('administrator', 'confirmallotment', plan)).http).toBe(404);
  expect((await send('administrator', 'previewallotment', { district: 'Nowhere' })).http).toBe(404);

  const database = await portal.environment.openDatabase('desk');
  const accounts = database.collection<{ name: string; districts?: number[] }>('staff');
  await accounts.updateOne({ name: 'hall-officer' }, { $set: { districts: [1] } });
  for (const [call, body] of [
    ['gethalls', {}],
    ['getplannedseats', plan],
    ['previewallotment', {}],
    ['confirmallotment', plan],
  ] as const)
    expect((await send('hall-officer', call, body)).http).toBe(403);
  expect((await asMember('hall-officer').fetch(path)).status).toBe(403);
  await accounts.updateOne({ name: 'hall-officer' }, { $unset: { districts: 1 } });
});
