import type { AttendanceReport, AttendanceUpload, DeskCase, MarkSheet } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { openDesk } from './support/open-desk.ts';
import type { SeatedCandidate } from './support/seat-candidates.ts';

const DAY = '2027-01-15';
const HALL = { name: 'Hindu College', name_te: 'హిందూ కళాశాల' };

const address = { address: 'Main Road', address_te: 'మెయిన్ రోడ్', district: 'Guntur', capacity: 240 };
const { asMember, database, seatCandidate, send } = await openDesk({
  services: ['application'],
  team: ['administrator', 'hall-officer', 'senior-clerk', 'auditor', 'help-desk'],
  examination: {
    examination_date: DAY,
    centres: [{ code: 'H1', ...HALL, ...address }],
    result_papers: [{ id: 'A', name: 'Agama', name_te: 'ఆగమం', max: 100, pass: 40 }],
  },
});

const toFile = (heading: string, rows: readonly string[]) =>
  Buffer.from([heading, ...rows].join('\n')).toString('base64');

async function upload(hall: string, rows: readonly string[], changes: object = {}) {
  const file = toFile('roll_number,day,attendance,time', rows);
  const body = { hall, file, sets_aside: false, ...changes };
  const { status, data } = await send<AttendanceUpload>('hall-officer', 'uploadattendance', body);
  if (!data[0]) throw new Error(`the file was answered with ${status}`);
  return data[0];
}
const toRow = ({ rollNumber }: SeatedCandidate, attendance: string, time = '09:12:31') =>
  `${rollNumber},${DAY},${attendance},${time}`;

async function readReport(name = 'auditor') {
  const { data } = await send<AttendanceReport>(name, 'getattendance');
  return { findHall: (code: string) => data[0]?.halls.find(({ hall }) => hall === code), ...data[0] };
}

async function readAttendance({ applicationId }: SeatedCandidate) {
  const { data } = await send<DeskCase>('help-desk', 'getcase', { application_id: applicationId });
  return data[0]?.attendance;
}

test('files of a hall add up, the same file twice changes nothing, and a case names who uploaded what', async () => {
  const [present, byPaper, missing] = [
    await seatCandidate('H1'),
    await seatCandidate('H1'),
    await seatCandidate('H1'),
  ];
  expect(await readAttendance(missing)).toBeUndefined();
  const first = [toRow(present, 'present')];
  expect(await upload('H1', first)).toMatchObject({ rows: 1, changed: 1, fault_count: 0, is_stored: true });
  expect(await upload('H1', first)).toMatchObject({ rows: 1, changed: 0, is_stored: true });
  await upload('H1', [...first, toRow(byPaper, 'paper', '09:30:00')]);

  const { findHall } = await readReport();
  expect(findHall('H1')).toEqual({
    ...{ hall: 'H1', ...HALL, seated: 3, present: 1, paper: 1 },
    uploaded_at: expect.any(String),
  });
  expect(await readAttendance(byPaper)).toEqual({
    state: 'paper',
    entries: [
      {
        ...{ state: 'paper', hall: 'H1', noted_at: '2027-01-15T04:00:00.000Z', by: 'hall-officer' },
        at: expect.any(String),
      },
    ],
  });
  expect(await readAttendance(missing)).toEqual({ state: 'absent', entries: [] });
  const list = await asMember('hall-officer').fetch('/api/desk/exports/csv');
  const lines = (await list.text()).split('\n');
  const findLast = ({ applicationId }: SeatedCandidate) =>
    lines
      .find((line) => line.startsWith(applicationId))
      ?.split(',')
      .at(-1);
  expect([present, byPaper, missing].map(findLast)).toEqual(['present', 'paper', 'absent']);
});

test('a later file corrects a wrong entry, and the earlier one uploaded again does not undo it', async () => {
  const candidate = await seatCandidate('H2');
  const wrong = [toRow(candidate, 'present')];
  await upload('H2', wrong);
  await upload('H2', [toRow(candidate, 'absent')]);
  expect(await upload('H2', wrong)).toMatchObject({ changed: 0 });
  const attendance = await readAttendance(candidate);
  expect(attendance?.state).toBe('absent');
  expect(attendance?.entries.map(({ state }) => state)).toEqual(['absent', 'present']);
});

test('nothing is stored while a row has a fault, unless it is set aside', async () => {
  const candidate = await seatCandidate('H3');
  const rows = [toRow(candidate, 'present'), `24-H3-9999,${DAY},present,09:00`, toRow(candidate, 'paper')];
  expect(await upload('H3', rows)).toEqual({
    rows: 3,
    changed: 0,
    faults: [
      { row: 3, column: 'roll_number', reason: 'unknown-roll-number', value: '24-H3-9999' },
      { row: 4, column: 'roll_number', reason: 'repeated', value: candidate.rollNumber },
    ],
    fault_count: 2,
    is_stored: false,
  });
  expect(await readAttendance(candidate)).toBeUndefined();
  const stored = await upload('H3', rows, { sets_aside: true });
  expect(stored).toMatchObject({ changed: 1, fault_count: 2, is_stored: true });
  expect(await readAttendance(candidate)).toMatchObject({ state: 'present' });
});

test('who was present in another hall than that of the seat is listed, and not absent', async () => {
  const candidate = await seatCandidate('H4');
  await seatCandidate('H5');
  await upload('H5', [toRow(candidate, 'present')]);
  const { findHall, differences } = await readReport();
  expect(findHall('H4')).toMatchObject({ seated: 1, present: 1 });
  expect(findHall('H4')).not.toHaveProperty('uploaded_at');
  expect(findHall('H5')).toMatchObject({ seated: 1, present: 0, uploaded_at: expect.any(String) });
  expect(differences).toContainEqual({
    ...{ application_id: candidate.applicationId, roll_number: candidate.rollNumber },
    ...{ state: 'present', hall: 'H5', noted_at: '2027-01-15T03:42:31.000Z', by: 'hall-officer' },
  });
});

test('marks of an absent candidate are a fault once the attendance of the hall is known', async () => {
  const [present, absent] = [await seatCandidate('H6'), await seatCandidate('H6')];
  const file = toFile('roll_number,paper,marks', [`${present.rollNumber},A,61`, `${absent.rollNumber},A,62`]);
  const check = async () => (await send<MarkSheet>('senior-clerk', 'checkmarks', { file })).data[0];
  expect(await check()).toMatchObject({ candidates: 2, faults: [] });
  await upload('H6', [toRow(present, 'present')]);
  expect(await check()).toMatchObject({
    candidates: 1,
    set_aside: 1,
    faults: [{ row: 3, column: 'marks', reason: 'absent-in-hall', value: '62' }],
  });
});

test('a member of the staff sees and uploads the halls of their districts only', async () => {
  const candidate = await seatCandidate('H7');
  const accounts = database.collection('staff');
  const limit = { name: 'hall-officer' };
  await accounts.updateOne(limit, { $set: { districts: [99] } });
  try {
    expect(await readReport('hall-officer')).toMatchObject({ halls: [], differences: [] });
    const file = toFile('roll_number,day,attendance,time', [toRow(candidate, 'present')]);
    const body = { hall: 'H7', file, sets_aside: false };
    expect((await send('hall-officer', 'uploadattendance', body)).http).toBe(400);
  } finally {
    await accounts.updateOne(limit, { $unset: { districts: 1 } });
  }
});

test('each call is for its roles, and a file that is no table of attendance is rejected', async () => {
  await seatCandidate('H8');
  const body = { hall: 'H8', file: toFile('roll_number,paper,marks', []), sets_aside: false };
  expect((await send('help-desk', 'getattendance')).http).toBe(403);
  expect((await send('auditor', 'uploadattendance', body)).http).toBe(403);
  expect((await send('administrator', 'uploadattendance', body)).status).toBe(420);
});
