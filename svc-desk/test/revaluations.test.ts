import type { ApplicationRecord, DeskCase, MarkSheet, WaitingRevaluation } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openDesk } from './support/open-desk.ts';
import type { SeatedCandidate } from './support/seat-candidates.ts';

const names = { name: 'Agama', name_te: 'ఆగమం' };
const { asMember, database, portal, seatCandidate, send } = await openDesk({
  services: ['application', 'payment'],
  team: ['administrator', 'senior-clerk', 'auditor', 'help-desk'],
  examination: {
    result_papers: ['A', 'S'].map((id) => ({ id, ...names, max: 100, pass: 40 })),
    revaluation: { fee_paise: 50_000, days: 30 },
  },
});

/** By roll number: marks of A and S. */
async function publishMarks(marks: Readonly<Record<string, readonly [string, string]>>): Promise<void> {
  const rows = Object.entries(marks).flatMap(([roll, [a, s]]) => [`${roll},A,${a}`, `${roll},S,${s}`]);
  const file = Buffer.from(['roll_number,paper,marks', ...rows].join('\n')).toString('base64');
  const { data } = await send<MarkSheet>('senior-clerk', 'checkmarks', { file });
  const sheet_id = data[0]?.id ?? '';
  const publish_at = new Date().toISOString();
  const seen = { sheet_id, state: 'checked', sets_aside: false, publish_at };
  await send('senior-clerk', 'proposemarks', seen);
  await send('administrator', 'signmarks', { sheet_id, state: 'proposed', publish_at });
}

const readRecord = async ({ applicant }: SeatedCandidate) =>
  (await applicant.call('getticketsandprofile')).body.data[0] as unknown as ApplicationRecord;
const whenRevaluation = (candidate: SeatedCandidate, state: string) =>
  eventually(async () => {
    const { revaluation } = await readRecord(candidate);
    return revaluation?.state === state && revaluation;
  });

async function payRevaluation(candidate: SeatedCandidate, papers: readonly string[]) {
  await eventually(async () => (await readRecord(candidate)).result);
  const request = { application_id: candidate.applicationId, papers };
  const { data } = (await candidate.applicant.call('requestrevaluation', request)).body;
  const order_id = String((data[0] as { order_id?: string } | undefined)?.order_id);
  await portal.provider.pay({ order_id, outcome: 'captured' });
  return whenRevaluation(candidate, 'waiting');
}

interface Page {
  readonly revaluations: WaitingRevaluation[];
  readonly total: number;
  readonly next?: object;
}
const readPage = async (body: object = {}) =>
  (await send<Page>('auditor', 'getrevaluations', body)).data[0] ?? { revaluations: [], total: 0 };
const whenListed = (ids: readonly string[]) =>
  eventually(async () => {
    const { revaluations } = await readPage();
    return revaluations.map(({ application_id }) => application_id).join() === ids.join() && { revaluations };
  });

test('a paid revaluation waits in the desk’s list until the next marks of its papers, which its applicant reads', async () => {
  const [first, second] = [await seatCandidate(), await seatCandidate()];
  await publishMarks({ [first.rollNumber]: ['31', '72'], [second.rollNumber]: ['39', '38'] });
  const paid = await payRevaluation(first, ['A']);
  await payRevaluation(second, ['S', 'A']);

  const { revaluations } = await whenListed([first.applicationId, second.applicationId]);
  const [listed] = revaluations;
  expect(listed).toEqual({
    application_id: first.applicationId,
    roll_number: first.rollNumber,
    exam_type: expect.any(Number),
    papers: [{ paper: 'A', marks: 31 }],
    paid_at: paid.paid_at,
  });
  const { next: after } = await readPage({ limit: 1 });
  const next = await readPage({ after, limit: 2 });
  expect(next).toMatchObject({ total: 2, revaluations: [{ application_id: second.applicationId }] });
  expect(next.next).toBeUndefined();

  const csv = await (await asMember('senior-clerk').fetch('/api/desk/revaluations/csv')).text();
  const lines = csv.replace('\uFEFF', '').trim().split('\n');
  expect(lines.map((line) => line.split(',').filter((_, column) => column !== 3))).toEqual([
    ['roll_number', 'paper', 'marks', 'new_marks'],
    [first.rollNumber, 'A', '31', ''],
    [second.rollNumber, 'A', '39', ''],
    [second.rollNumber, 'S', '38', ''],
  ]);

  await publishMarks({ [first.rollNumber]: ['45', '72'] });
  const outcome = await whenRevaluation(first, 'complete');
  expect(outcome.papers).toEqual([{ paper: 'A', marks: 31, new_marks: 45 }]);
  expect((await readRecord(first)).result).toMatchObject({ outcome: 'passed' });
  await whenListed([second.applicationId]);
  const [shown] = (await send<DeskCase>('help-desk', 'getcase', { application_id: first.applicationId }))
    .data;
  expect(shown?.record.revaluation).toEqual(outcome);

  await publishMarks({ [second.rollNumber]: ['39', '38'] });
  expect((await whenRevaluation(second, 'complete')).papers).toEqual([
    { paper: 'A', marks: 39, new_marks: 39 },
    { paper: 'S', marks: 38, new_marks: 38 },
  ]);
  await whenListed([]);
});

test('a revaluation whose payment goes back does not wait any more', async () => {
  const candidate = await seatCandidate();
  await publishMarks({ [candidate.rollNumber]: ['31', '72'] });
  const { order_id } = await payRevaluation(candidate, ['A']);
  await whenListed([candidate.applicationId]);
  const { payments } = await portal.provider.ledger();
  const payment = payments.find((each) => each.order_id === order_id);
  await portal.provider.createRecord('refunds', { payment_id: payment?.id });
  await whenRevaluation(candidate, 'returned');
  await whenListed([]);
});

test('the list is for those who publish results and for auditors, and its downloads are recorded', async () => {
  expect((await send('help-desk', 'getrevaluations')).http).toBe(403);
  const paths = ['csv', 'xlsx', 'pdf'].map((format) => `/api/desk/revaluations/${format}`);
  const statuses = [];
  for (const path of paths) {
    const response = await asMember('auditor').fetch(path);
    // A member downloads one list at a time.
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 404]);
  expect((await asMember('help-desk').fetch(paths[0] ?? '')).status).toBe(403);
  const entries = database.collection('audit_entries');
  const formats = await entries.distinct('detail.format', { action: 'revaluations.exported' });
  expect(formats.toSorted()).toEqual(['csv', 'xlsx']);
});
