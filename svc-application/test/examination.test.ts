import { readFile } from 'node:fs/promises';
import { buildFormPaper, buildPdf, EXAM_FILE } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpApplication } from './support/service.ts';
import type { CallResult } from './support/user.ts';

// Another year with other types, agamas, parts, dates and fee; the code is the same.
const exam2031 = JSON.parse(await readFile(new URL('exams/2031.json', import.meta.url), 'utf8'));
const portal = setUpApplication(() => ({ examination: exam2031 }));

test.each([
  ['an exam type of another year', { exam_type: 2 }, 'Select the Exam Type'],
  ['no previous certificate for its second type', { exam_type: 4 }, 'Upload the Pervious Certificate'],
  ['an agama of another year', { agamamu: 'శైవ' }, 'Select the Agamamu'],
  ['a birth after its latest date', { dob: '2015-02-01' }, 'Select Date of Birth'],
])('rejects a form with %s', async (_what, changes, title) => {
  const user = await portal.createUser();
  expect(await user.submit(changes)).toMatchObject({ http: 400, body: { title } });
});

test('has the facts of its file, and uses its own id, year, fee and parts for a valid form', async () => {
  const user = await portal.createUser();
  const [examination] = (await user.call('getexamination')).body.data;
  expect(examination).toMatchObject({
    examine_year: '2031',
    name: 'Temple service examinations 2031',
    amount: 250,
    exam_types: [{ name: 'Prathama' }, { id: 4, previous_certificate: 'Prathama' }],
  });
  const paper = buildFormPaper(buildPdf());
  const parts = [
    { language_id: 7, language: 'Grantha only' },
    { language_id: 1, language: 'Sanskrit only' },
  ];
  const { body } = await user.submit({
    exam_type: 4,
    exam_regular: 2,
    pasthallticket: '31',
    agamamu: 'తుళు',
    dob: '2015-01-31',
    language: JSON.stringify(parts),
    perviouscertificate: paper,
    markmemos: paper,
  });
  expect(body.orderId?.id).toMatch(/^order_/);
  expect(await user.listApplications()).toMatchObject([
    {
      application_id: expect.stringMatching(/^ARC31-/),
      examine_year: '2031',
      exam_type: 4,
      // Of the order.
      amount: 100,
      agamamu: 'తుళు',
      language: JSON.stringify(parts.slice(0, 1)),
    },
  ]);
});

// The following tests restart the service.
test('accepts another application of a user with one in the year before', async () => {
  const earlier = await portal.restart({ EXAM_FILE });
  const user = await portal.createUser();
  expect((await user.submit()).body.status).toBe(200);
  await earlier.stop();
  const later = await portal.restart();
  expect((await user.submit()).body.status).toBe(200);
  expect((await user.listApplications()).map(({ examine_year }) => examine_year)).toEqual(['2031', '2024']);
  await later.stop();
});

test('rejects saves and submissions before the opening and after the closing, and accepts files for edits', async () => {
  const dates = { opens: '2031-06-01T00:00:00+05:30', closes: '2031-06-30T23:59:59+05:30' };
  await portal.restart(await portal.writeExam({ ...exam2031, ...dates }));
  const toProblem = ({ http, body }: CallResult) => [http, body.code, body.title];
  for (const [now, title] of [
    ['2031-05-31T23:00:00+05:30', 'Applications are not open yet.'],
    ['2031-07-01T00:00:00+05:30', 'Applications are closed. The last date has passed.'],
  ] as const) {
    await portal.stage.clock.set(now);
    const user = await portal.createUser();
    expect((await user.submit({ name: '' })).http).toBe(400);
    for (const send of [user.save, user.submit, user.pay])
      expect(toProblem(await send())).toEqual([403, 'closed', title]);
    expect([await user.listApplications(), await user.getDraft()]).toEqual([[], []]);
    expect((await user.upload('markmemos', buildPdf())).http).toBe(201);
  }
});
