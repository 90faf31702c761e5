import { type MarkSheet, resultPublished } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openDesk } from './support/open-desk.ts';
import type { SeatedCandidate } from './support/seat-candidates.ts';

const names = { name: 'Agama', name_te: 'ఆగమం' };
const desk = await openDesk({
  services: ['application'],
  team: ['administrator', 'senior-clerk', 'auditor', 'help-desk'],
  examination: { result_papers: ['A', 'S'].map((id) => ({ id, ...names, max: 100, pass: 40 })) },
});
const { broker, database, seatCandidate } = desk;
const send = desk.send<MarkSheet>;

const toFile = (...rows: readonly string[]) =>
  Buffer.from(['roll_number,paper,marks', ...rows].join('\n')).toString('base64');
const toRows = ({ rollNumber }: SeatedCandidate, a: string, s: string) => [
  `${rollNumber},A,${a}`,
  `${rollNumber},S,${s}`,
];

async function check(...rows: readonly string[]): Promise<MarkSheet> {
  const { data } = await send('senior-clerk', 'checkmarks', { file: toFile(...rows) });
  if (!data[0]) throw new Error('the file was not read');
  return data[0];
}

const propose = ({ id, state }: MarkSheet, changes: object = {}, name = 'senior-clerk') => {
  const publish_at = new Date().toISOString();
  return send(name, 'proposemarks', { sheet_id: id, state, sets_aside: false, publish_at, ...changes });
};

const findSheet = async (id: string) =>
  (await send('auditor', 'getmarksheets')).data.find((sheet) => sheet.id === id);
const sign = async ({ id }: MarkSheet, seen: object = {}) => {
  const publish_at = (await findSheet(id))?.publish_at;
  return send('administrator', 'signmarks', { sheet_id: id, state: 'proposed', publish_at, ...seen });
};
const whenPublished = (id: string) =>
  eventually(async () => {
    const sheet = await findSheet(id);
    return sheet?.state === 'published' && sheet;
  });

/** At least as many as that are waited for. */
async function readEvents(applicationId: string, count: number) {
  await eventually(() => broker.eventsOfType(resultPublished, applicationId).length >= count);
  await broker.drain();
  return broker.eventsOfType(resultPublished, applicationId);
}

test('results are published once another person has signed them, each with the marks of the file', async () => {
  const [first, second] = [await seatCandidate(), await seatCandidate()];
  const sheet = await check(...toRows(first, '61', '40'), ...toRows(second, '39', 'AB'));
  expect(sheet).toMatchObject({
    state: 'checked',
    rows: 4,
    candidates: 2,
    passed: 1,
    failed: 1,
    set_aside: 0,
  });
  expect(sheet.faults).toEqual([]);
  expect((await propose(sheet)).data).toMatchObject([{ state: 'proposed', is_own_proposal: true }]);
  expect(await readEvents(first.applicationId, 0)).toEqual([]);
  expect((await sign(sheet)).status).toBe(200);

  const published = await whenPublished(sheet.id);
  expect(published).toMatchObject({ published: 2, without_marks: sheet.without_marks });
  expect(published.history.map(({ action, by }) => [action, by])).toEqual([
    ['uploaded', 'senior-clerk'],
    ['proposed', 'senior-clerk'],
    ['signed', 'administrator'],
  ]);
  expect(await readEvents(first.applicationId, 1)).toMatchObject([
    {
      revision: sheet.number,
      outcome: 'passed',
      papers: [
        { paper: 'A', marks: 61 },
        { paper: 'S', marks: 40 },
      ],
    },
  ]);
  expect(await readEvents(second.applicationId, 1)).toMatchObject([
    {
      revision: sheet.number,
      outcome: 'failed',
      papers: [
        { paper: 'A', marks: 39 },
        { paper: 'S', marks: null },
      ],
    },
  ]);
  const chunks = database.collection('mark_chunks');
  expect(await chunks.countDocuments({ sheet_id: sheet.id })).toBe(0);
});

test('a correction is a later revision', async () => {
  const candidate = await seatCandidate();
  for (const marks of ['35', '45']) {
    const sheet = await check(...toRows(candidate, '61', marks));
    await propose(sheet);
    await sign(sheet);
    await whenPublished(sheet.id);
  }
  const [first, second] = await readEvents(candidate.applicationId, 2);
  expect([first?.outcome, second?.outcome]).toEqual(['failed', 'passed']);
  expect(Number(second?.revision)).toBeGreaterThan(Number(first?.revision));
});

test('a sheet with faults publishes nobody of them, and only when they are set aside', async () => {
  const [right, wrong] = [await seatCandidate(), await seatCandidate()];
  const sheet = await check(...toRows(right, '61', '62'), ...toRows(wrong, '101', '62'), '99-999-0001,A,1');
  expect(sheet).toMatchObject({ candidates: 1, set_aside: 2, fault_count: 2 });
  expect(sheet.faults).toEqual([
    { row: 4, column: 'marks', reason: 'above-maximum', value: '101' },
    { row: 6, column: 'roll_number', reason: 'unknown-roll-number', value: '99-999-0001' },
  ]);
  expect((await propose(sheet)).status).toBe(421);
  expect((await propose(sheet, { sets_aside: true })).status).toBe(200);
  await sign(sheet);
  expect(await whenPublished(sheet.id)).toMatchObject({ published: 1 });
  expect(await readEvents(right.applicationId, 1)).toHaveLength(1);
  expect(await readEvents(wrong.applicationId, 0)).toEqual([]);
});

test('a file that names one candidate in 200,000 rows is read like any other', async () => {
  const candidate = await seatCandidate();
  const row = `${candidate.rollNumber},A,61`;
  const sheet = await check(Array<string>(200_000).fill(row).join('\n'));
  expect(sheet).toMatchObject({ rows: 200_000, candidates: 0, set_aside: 1, fault_count: 199_999 });
  expect(sheet.faults[0]).toEqual({ row: 3, column: 'paper', reason: 'repeated', value: 'A' });
});

test('the one who proposes results cannot sign them, and two who sign publish them once', async () => {
  const candidate = await seatCandidate();
  const sheet = await check(...toRows(candidate, '61', '62'));
  await propose(sheet, {}, 'administrator');
  expect((await sign(sheet)).status).toBe(421);
  await propose({ ...sheet, state: 'proposed' });
  const answers = await Promise.all([sign(sheet), sign(sheet)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 420]);
  await whenPublished(sheet.id);
  expect(await readEvents(candidate.applicationId, 1)).toHaveLength(1);
});

test('another time replaces the proposed one before the signature, and nobody signs a time that they have not seen', async () => {
  const candidate = await seatCandidate();
  const sheet = await check(...toRows(candidate, '61', '62'));
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await propose(sheet, { publish_at: tomorrow });
  const now = new Date().toISOString();
  const [changed] = (await propose({ ...sheet, state: 'proposed' }, { publish_at: now })).data;
  expect(changed).toMatchObject({ state: 'proposed', publish_at: now });
  expect((await sign(sheet, { publish_at: tomorrow })).status).toBe(420);
  expect((await sign(sheet)).status).toBe(200);
  await whenPublished(sheet.id);
});

test('a sheet that is discarded, also by a later one, is never published', async () => {
  const candidate = await seatCandidate();
  const [older, discarded, newer] = [
    await check(...toRows(candidate, '1', '1')),
    await check(...toRows(candidate, '2', '2')),
    await check(...toRows(candidate, '61', '62')),
  ];
  await propose(older);
  const later = { publish_at: new Date(Date.now() + 3_600_000).toISOString() };
  await propose(discarded, later);
  const answer = await send('senior-clerk', 'discardmarks', { sheet_id: discarded.id, state: 'proposed' });
  expect(answer.data).toMatchObject([{ state: 'discarded' }]);
  await propose(newer);
  await sign(newer);
  await whenPublished(newer.id);
  expect(await findSheet(older.id)).toMatchObject({ state: 'discarded' });
  expect((await sign(older)).status).toBe(420);
  const events = await readEvents(candidate.applicationId, 1);
  expect(events.map(({ revision }) => revision)).toEqual([newer.number]);
});

test('each call is for its roles, and a file that is no table is rejected', async () => {
  const seen = { sheet_id: 'unknown', state: 'proposed' };
  for (const [name, call, body] of [
    ['help-desk', 'getmarksheets', {}],
    ['auditor', 'checkmarks', { file: '' }],
    ['auditor', 'proposemarks', { ...seen, sets_aside: false, publish_at: new Date().toISOString() }],
    ['senior-clerk', 'signmarks', { ...seen, publish_at: new Date().toISOString() }],
    ['auditor', 'discardmarks', seen],
  ] as const)
    expect((await send(name, call, body)).http).toBe(403);
  const file = Buffer.from('PK\u0003\u0004 no table').toString('base64');
  expect((await send('senior-clerk', 'checkmarks', { file })).status).toBe(420);
  const unknown = { ...seen, publish_at: new Date().toISOString() };
  expect((await send('administrator', 'signmarks', unknown)).http).toBe(404);
});
