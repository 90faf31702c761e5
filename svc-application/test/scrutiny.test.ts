import { randomUUID } from 'node:crypto';
import {
  applicationAppealed,
  erasureRequested,
  exportApplicationData,
  scrutinyDecided,
} from '@archaka/contracts';
import { buildFormPaper, buildPdf, eventually, readMetric, scrutinyRules } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { setUpApplication, submitApplication } from './support/service.ts';
import { callAs } from './support/services.ts';

/** Edits have ended, so that only corrections are possible. */
const portal = setUpApplication(() => ({
  examination: { scrutiny: scrutinyRules, edit_until: '2026-01-01T00:00:00+05:30' },
}));

type Decision = z.input<typeof scrutinyDecided.data>;

const NOTE = 'The certificate says Lakshmi Narasimha';
const CORRECTION: Pick<Decision, 'verdict' | 'reasons' | 'last_day'> = {
  verdict: 'correction',
  reasons: [{ id: 'name-differs', note: NOTE }],
  last_day: '2026-12-10',
};
const NOON = '2026-12-01T12:00:00+05:30';

async function submitPaid() {
  await portal.stage.clock.set(NOON);
  const submission = await submitApplication(portal);
  await submission.capture(`pay_${submission.ids.application_id}`);
  const { user, ids } = submission;
  const build = (decision: Partial<Decision> = {}): Decision => ({
    application_id: ids.application_id,
    user_id: user.person.id,
    decision_id: randomUUID(),
    version: 1,
    at: '2026-12-01T06:00:00.000Z',
    ...CORRECTION,
    ...decision,
  });
  const decide = async (decision: Partial<Decision> = {}, options = {}) => {
    const built = build(decision);
    await portal.waitUntilHandled(await portal.broker.publish(scrutinyDecided, built, options));
    return built;
  };
  const readScrutiny = async () => (await submission.readRecord())?.scrutiny;
  return { ...submission, build, decide, readScrutiny, id: ids.application_id };
}

describe('a decision', () => {
  test('is on the record of its applicant as it was sent, and is recorded once', async () => {
    const { decide, readScrutiny, user, id } = await submitPaid();
    expect(await readScrutiny()).toBeUndefined();
    const { version, verdict, reasons, last_day, at } = await decide({}, { times: 3 });
    expect(await readScrutiny()).toEqual({ version, verdict, reasons, last_day, at });
    const recorded = { action: 'scrutiny.decided', 'subject.applicationId': id };
    expect(await portal.database.collection('audit_entries').find(recorded).toArray()).toMatchObject([
      {
        actor: { kind: 'service', id: 'svc-desk' },
        subject: { userId: user.person.id },
        detail: { version: 1, verdict: 'correction' },
      },
    ]);
  });

  test.each([
    ['earlier first', [0, 1]],
    ['later first', [1, 0]],
  ])('about the same version is replaced by a later one: %s', async (_order, order) => {
    const { decide, readScrutiny } = await submitPaid();
    const decisions: Partial<Decision>[] = [
      { verdict: 'accepted', reasons: [], at: '2026-12-01T06:00:00.000Z' },
      { verdict: 'rejected', reasons: [{ id: 'not-own', note: '' }], at: '2026-12-01T06:00:01.000Z' },
    ];
    for (const index of order) await decide(decisions[index]);
    expect(await readScrutiny()).toMatchObject({ verdict: 'rejected', at: decisions[1]?.at });
  });

  test('about an earlier version is stored, but opens nothing', async () => {
    const { decide, readScrutiny, user, id } = await submitPaid();
    await decide();
    expect((await user.edit(id, { name: 'Lakshmi Narasimha' })).body).toEqual({ status: 200 });
    await decide({ at: '2026-12-01T07:00:00.000Z' });
    expect(await readScrutiny()).toMatchObject({ version: 1, at: '2026-12-01T07:00:00.000Z' });
    expect(await user.edit(id, { name: 'Again' })).toMatchObject({
      http: 403,
      body: { code: 'edits-closed' },
    });
    await decide({ version: 2, verdict: 'accepted', reasons: [], at: '2026-12-01T06:30:00.000Z' });
    await decide({ at: '2026-12-01T08:00:00.000Z' });
    expect(await readScrutiny()).toMatchObject({ version: 2, verdict: 'accepted' });
  });

  test('reaches the open page of its applicant', async () => {
    const { decide, user, id } = await submitPaid();
    const stream = await user.fetch('/api/updates');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await decide();
    let text = '';
    while (!text.includes('event: decision')) text += (await reader?.read())?.value ?? '';
    expect(text).toContain(`event: decision\ndata: ${JSON.stringify({ application_id: id })}\n`);
    await reader?.cancel();
  });

  test('is sealed with its notes, is in the download, and is gone after an erasure', async () => {
    const { build, decide, user, id } = await submitPaid();
    const { reasons } = await decide();
    const { id: user_id } = user.person;
    const applications = portal.database.collection<{ _id: string }>('applications');
    expect(JSON.stringify(await applications.findOne({ _id: id }))).not.toContain(NOTE);
    const stored = await applications.findOne({ _id: id });
    expect(Buffer.from(Object(stored).decision.reasons.box.buffer).includes(NOTE)).toBe(false);
    const exported = await callAs(portal, 'svc-auth', exportApplicationData, { user_id, part: 'records' });
    expect(JSON.stringify(exported.body)).toContain(JSON.stringify(reasons));
    expect(portal.service.logs()).not.toContain(NOTE);

    await applications.updateOne({ _id: id }, { $set: { state: 'reversed' } });
    await portal.broker.publish(erasureRequested, { user_id, at: new Date().toISOString() });
    await eventually(async () => (await portal.count('applications', { _id: id } as never)) === 0);
    const countLate = () =>
      readMetric(portal.service, `events_about_deleted_total{type="${scrutinyDecided.type}"}`);
    const before = await countLate();
    await portal.broker.publish(scrutinyDecided, build());
    await eventually(async () => (await countLate()) === before + 1);
    expect(await portal.count('applications', { userId: user_id })).toBe(0);
  });
});

describe('an open correction', () => {
  test('is answered by a new version, also after the last day for edits', async () => {
    const { decide, readScrutiny, readRecord, user, id } = await submitPaid();
    expect((await user.edit(id, { name: 'Too Late' })).http).toBe(403);
    await decide();
    expect((await user.edit(id, { name: 'Lakshmi Narasimha' })).body).toEqual({ status: 200 });
    expect(await readRecord()).toMatchObject({ version: 2, name: 'Lakshmi Narasimha' });
    expect(await readScrutiny()).toMatchObject({ version: 1 });
    expect((await user.edit(id, { name: 'Once More' })).http).toBe(403);
  });

  test('permits only what its reasons name: each other field is rejected, in the order of the checks', async () => {
    const { decide, readRecord, user, id } = await submitPaid();
    await decide({
      reasons: [
        { id: 'birth-unreadable', note: '' },
        { id: 'unknown-reason', note: '' },
      ],
    });
    const paper = { birthcertificate: buildFormPaper(buildPdf('Readable')), birthcertificate_ind: 1 };
    const { body, http } = await user.edit(id, {
      ...paper,
      agamamu: 'శైవ',
      name: 'Another',
      mandal: 'Chintur',
      mandal_id: 2,
    });
    expect([http, body.errors?.map(({ field }) => field)]).toEqual([400, ['name', 'mandal', 'agamamu']]);
    expect(body.title).toBe('Only what the Correction names can be changed');
    expect(await readRecord()).toMatchObject({ version: 1 });
    expect((await user.edit(id, paper)).body).toEqual({ status: 200 });
    expect(await readRecord()).toMatchObject({ version: 2, name: user.person.name });
  });

  test('is not answered by what was there before: each field that it opens has an error', async () => {
    const { decide, readRecord, user, id } = await submitPaid();
    await decide();
    expect(await user.edit(id)).toMatchObject({
      http: 400,
      body: { errors: [{ field: 'name', message: 'This is as it was when the Correction was asked for' }] },
    });
    expect(await readRecord()).toMatchObject({ version: 1 });
  });

  test('opens the papers that a changed choice requires', async () => {
    const { decide, readRecord, user, id } = await submitPaid();
    await decide({ reasons: [{ id: 'type-wrong', note: '' }] });
    const missing = await user.edit(id, { exam_type: 2 });
    expect(missing).toMatchObject({ http: 400, body: { errors: [{ field: 'perviouscertificate' }] } });
    const certificate = {
      perviouscertificate: buildFormPaper(buildPdf('Pravesa')),
      perviouscertificate_ind: 1,
    };
    expect((await user.edit(id, { exam_type: 2, ...certificate })).body).toEqual({ status: 200 });
    expect(await readRecord()).toMatchObject({ exam_type: 2, version: 2 });
  });

  test.each([
    ['open at the end of its last day in India', '2026-12-10T23:59:00+05:30', 200],
    ['closed afterwards', '2026-12-11T00:00:01+05:30', 403],
  ])('is %s', async (_what, now, status) => {
    const { decide, user, id } = await submitPaid();
    await decide();
    await portal.stage.clock.set(now);
    // A session of that time.
    const returned = await portal.createUser(user.person);
    const { http, body } = await returned.edit(id, { name: 'Lakshmi Narasimha' });
    expect(http === 200 ? body.status : http).toBe(status);
  });

  test.each(['accepted', 'rejected'] as const)('is none when the verdict is %s', async (verdict) => {
    const { decide, user, id } = await submitPaid();
    await decide({ verdict });
    expect((await user.edit(id, { name: 'Lakshmi Narasimha' })).http).toBe(403);
  });
});

test('the examination names the reasons for applicants, and nothing else of the scrutiny', async () => {
  const user = await portal.createUser();
  const [examination] = (await user.call('getexamination')).body.data;
  expect(examination?.scrutiny).toEqual({
    reasons: scrutinyRules.reasons.map((reason) => ({ needs_note: false, ...reason })),
  });
});

describe('an appeal', () => {
  const REJECTION: Partial<Decision> = {
    verdict: 'rejected',
    reasons: [{ id: 'not-own', note: '' }],
    last_day: undefined,
  };
  const TEXT = 'The certificate is my own; the temple confirms it.';
  const submitRejected = async () => {
    const submission = await submitPaid();
    await submission.decide(REJECTION);
    const appeal = (text = TEXT, user = submission.user) =>
      user.call('appealrejection', { application_id: submission.id, text });
    return { ...submission, appeal };
  };

  test('against a rejection is stored once, told to svc-desk, and answered by the next decision', async () => {
    const { appeal, decide, readScrutiny, id } = await submitRejected();
    expect((await appeal()).body).toEqual({ status: 200 });
    expect(await readScrutiny()).toMatchObject({
      verdict: 'rejected',
      appeal: { text: TEXT, is_answered: false },
    });
    await portal.broker.waitForEvent(applicationAppealed, id);
    expect((await appeal()).body.status).toBe(421);

    await decide({ verdict: 'accepted', reasons: [], last_day: undefined, at: '2026-12-01T07:00:00.000Z' });
    expect(await readScrutiny()).toMatchObject({
      verdict: 'accepted',
      appeal: { text: TEXT, is_answered: true },
    });
  });

  test('is sealed, and of the applicant of a rejected application only', async () => {
    const { appeal, id } = await submitRejected();
    expect((await appeal('too short')).http).toBe(400);
    const other = await submitRejected();
    expect((await appeal(TEXT, other.user)).http).toBe(403);
    await appeal();
    const row = await portal.database
      .collection<{ _id: string; appeal?: object }>('applications')
      .findOne({ _id: id });
    expect(row?.appeal).toBeDefined();
    expect(JSON.stringify(row)).not.toContain(TEXT);

    const accepted = await submitPaid();
    const early = await accepted.user.call('appealrejection', { application_id: accepted.id, text: TEXT });
    expect(early.body.status).toBe(420);
  });
});
