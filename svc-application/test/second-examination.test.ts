import { fileURLToPath } from 'node:url';
import { buildPdf } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';

// Another year with other types, agamas, parts, dates and fee; the code is the same.
const EXAM_FILE = fileURLToPath(new URL('exams/2031.json', import.meta.url));
const PREVIOUS_EXAM_FILE = fileURLToPath(import.meta.resolve('@archaka/exams/2024.json'));

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication({ env: { EXAM_FILE } });
});
afterAll(() => portal?.stop());

test('has the facts of its file, including the fee in rupees', async () => {
  const user = await portal.createUser();
  const [examination] = (await user.call('getexamination')).body.data;
  expect(examination).toMatchObject({
    examine_year: '2031',
    name: 'Temple service examinations 2031',
    amount: 250,
    exam_types: [{ name: 'Prathama' }, { id: 4, previous_certificate: 'Prathama' }],
  });
});

test.each([
  ['an exam type of another year', { exam_type: 2 }, 'Select the Exam Type'],
  ['no previous certificate for its second type', { exam_type: 4 }, 'Upload the Pervious Certificate'],
  ['an agama of another year', { agamamu: 'శైవ' }, 'Select the Agamamu'],
  ['a birth after its latest date', { dob: '2015-02-01' }, 'Select Date of Birth'],
])('rejects a form with %s', async (_what, changes, title) => {
  const user = await portal.createUser();
  const { http, body } = await user.submit(changes);
  expect([http, body.title]).toEqual([400, title]);
});

test('uses its own id, year, fee and parts for a valid form', async () => {
  const user = await portal.createUser();
  const paper = [
    { reviewimg: `data:application/pdf;base64,${buildPdf().toString('base64')}`, filetype: 'pdf' },
  ];
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
      amount: 250,
      agamamu: 'తుళు',
      language: JSON.stringify(parts.slice(0, 1)),
    },
  ]);
});

test('accepts another application of a user with one in the year before', async () => {
  const earlier = await portal.restart({ EXAM_FILE: PREVIOUS_EXAM_FILE });
  const user = await portal.createUser();
  expect((await user.submit()).body.status).toBe(200);
  await earlier.stop();
  await portal.restart();
  expect((await user.submit()).body.status).toBe(200);
  expect((await user.listApplications()).map(({ examine_year }) => examine_year)).toEqual(['2031', '2024']);
});
