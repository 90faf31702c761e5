import { exportApplicationData, resultPublished } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import type * as z from 'zod';
import { setUpApplication, submitApplication } from './support/service.ts';
import { callAs } from './support/services.ts';

const portal = setUpApplication();

type Result = z.input<typeof resultPublished.data>;

const PAPERS = [
  { paper: 'AGAMA', marks: 73 },
  { paper: 'ORAL', marks: null },
];

async function submitPaid() {
  const submission = await submitApplication(portal);
  await submission.capture(`pay_${submission.ids.application_id}`);
  const { user, ids } = submission;
  const publish = async (result: Partial<Result> = {}, options = {}) => {
    const published: Result = {
      application_id: ids.application_id,
      user_id: user.person.id,
      revision: 1,
      outcome: 'failed',
      papers: PAPERS,
      published_at: '2026-12-01T06:00:00.000Z',
      uploaded_at: '2026-12-01T06:00:00.000Z',
      ...result,
    };
    await portal.waitUntilHandled(await portal.broker.publish(resultPublished, published, options));
  };
  const readResult = async () => (await submission.readRecord())?.result;
  return { ...submission, publish, readResult, id: ids.application_id };
}

test('a result is on the record of its applicant only, and is recorded once, without marks', async () => {
  const [own, foreign] = [await submitPaid(), await submitPaid()];
  expect(await own.readResult()).toBeUndefined();
  await own.publish({}, { times: 3 });
  expect(await own.readResult()).toEqual({
    revision: 1,
    outcome: 'failed',
    papers: PAPERS,
    published_at: '2026-12-01T06:00:00.000Z',
  });
  expect(await foreign.readResult()).toBeUndefined();
  const recorded = { action: 'result.published', 'subject.applicationId': own.id };
  const entries = await portal.database.collection('audit_entries').find(recorded).toArray();
  expect(entries).toMatchObject([
    { actor: { kind: 'service', id: 'svc-desk' }, subject: { userId: own.user.person.id } },
  ]);
  expect(entries[0]?.detail).toEqual({ revision: 1 });
});

test.each([
  ['in their order', [1, 2, 3]],
  ['in the reverse order', [3, 2, 1]],
  ['mixed', [2, 3, 1]],
])('of several revisions the highest one counts when they arrive %s', async (_order, revisions) => {
  const { publish, readResult } = await submitPaid();
  for (const revision of revisions)
    await publish({ revision, papers: [{ paper: 'AGAMA', marks: 70 + revision }] });
  expect(await readResult()).toMatchObject({ revision: 3, papers: [{ paper: 'AGAMA', marks: 73 }] });
});

test('a result reaches the open page of its applicant, without its marks', async () => {
  const { publish, user, id } = await submitPaid();
  const stream = await user.fetch('/api/updates');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await publish();
  let text = '';
  while (!text.includes('event: decision')) text += (await reader?.read())?.value ?? '';
  expect(text).toContain(`event: decision\ndata: ${JSON.stringify({ application_id: id })}\n`);
  await reader?.cancel();
});

test('a result is sealed with its marks, and is in the download', async () => {
  const { publish, user, id } = await submitPaid();
  await publish();
  const stored = await portal.database.collection<{ _id: string }>('applications').findOne({ _id: id });
  expect(Object.keys(Object(stored).result).toSorted()).toEqual([
    'marks',
    'publishedAt',
    'revision',
    'uploadedAt',
  ]);
  expect(Buffer.from(Object(stored).result.marks.box.buffer).includes('AGAMA')).toBe(false);
  const request = { user_id: user.person.id, part: 'records' } as const;
  const exported = await callAs(portal, 'svc-auth', exportApplicationData, request);
  expect(JSON.stringify(exported.body)).toContain(JSON.stringify(PAPERS));
  expect(portal.service.logs()).not.toContain('AGAMA');
});

test('the examination names the papers of the results with their marks', async () => {
  const user = await portal.createUser();
  const [examination] = (await user.call('getexamination')).body.data;
  expect(examination?.result_papers).toContainEqual({
    id: 'O',
    name: 'Oral',
    name_te: 'మౌఖికం',
    max: 50,
    pass: 20,
  });
});
