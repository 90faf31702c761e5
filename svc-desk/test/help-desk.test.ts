import {
  type Grievance,
  type GrievanceSummary,
  type RecordedGrievance,
  toIndianDay,
} from '@archaka/contracts';
import { type ApplicantSession, eventually, submitNewApplication } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { openDesk } from './support/open-desk.ts';

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => toIndianDay(new Date(Date.now() + days * DAY_MS));
const TEXT = 'The hall ticket has not come to Lakshmi';

const { asMember, database, portal, send } = await openDesk({
  services: ['auth', 'application', 'payment'],
  team: ['help-desk', 'auditor', 'scrutiny-clerk', 'senior-clerk'],
});

const call = async (member: string, name: string, body: object = {}) => asMember(member).call(name, body);
const readList = async <Row>(member: string, name: string, body: object = {}) =>
  (await send<Row>(member, name, body)).data;

interface Applied {
  readonly applicant: ApplicantSession;
  readonly applicationId: string;
}

/** An unpaid application that the desk knows. */
async function apply(): Promise<Applied> {
  const applicant = await portal.registerApplicant();
  await submitNewApplication(applicant);
  const [record] = (await applicant.call('getticketsandprofile')).body.data;
  const applicationId = String(record?.application_id);
  await eventually(
    async () => (await call('help-desk', 'getcase', { application_id: applicationId })).http === 200,
  );
  return { applicant, applicationId };
}

const open = async ({ applicationId }: Applied) => {
  const { body } = await call('help-desk', 'opengrievance', {
    application_id: applicationId,
    subject: 'ticket',
    text: TEXT,
  });
  return String(body.data[0]?.number);
};
const change = (number: string, entry: object) =>
  call('help-desk', 'addgrievanceentry', { number, text: 'Telephoned', ...entry });
const readGrievances = async ({ applicationId }: Applied) => {
  const [found] = await readList<{ grievances: Grievance[] }>('auditor', 'getcase', {
    application_id: applicationId,
  });
  return found?.grievances ?? [];
};

describe('a grievance', () => {
  test('has a number by which it is found, and ends with its answer', async () => {
    const applied = await apply();
    const number = await open(applied);
    expect(number).toMatch(/^GR\d{2}-[0-9A-HJKMNP-TV-Y]{8}$/);
    const [page] = await readList<{ cases: { application_id: string }[] }>('help-desk', 'searchcases', {
      text: number.toLowerCase(),
    });
    expect(page?.cases.map(({ application_id }) => application_id)).toEqual([applied.applicationId]);

    expect((await change(number, { state: 'call-back', on: inDays(-1) })).http).toBe(400);
    expect((await change(number, { state: 'call-back' })).http).toBe(400);
    expect((await change(number, { state: 'call-back', on: inDays(2) })).body).toEqual({ status: 200 });
    expect((await change(number, { state: 'closed', text: 'It is in the history' })).body.status).toBe(200);
    expect((await change(number, { state: 'call-back', on: inDays(2) })).body.status).toBe(420);
    const [grievance, ...others] = await readGrievances(applied);
    expect(others).toEqual([]);
    expect(grievance).toMatchObject({ number, state: 'closed', subject: 'ticket' });
    expect(grievance?.on).toBeUndefined();
    expect(grievance?.entries.map(({ state, text, on, by }) => [state, text, on, by])).toEqual([
      ['open', TEXT, undefined, 'help-desk'],
      ['call-back', 'Telephoned', inDays(2), 'help-desk'],
      ['closed', 'It is in the history', undefined, 'help-desk'],
    ]);
  });

  test('that its applicant files is answered in the desk, and read with the application', async () => {
    const applied = await apply();
    const { applicant, applicationId } = applied;
    const filed = await applicant.call('filegrievance', {
      application_id: applicationId,
      subject: 'payment',
      text: TEXT,
    });
    const number = String(filed.body.data[0]?.number);
    await eventually(async () => (await readGrievances(applied)).length > 0);
    expect(await readGrievances(applied)).toMatchObject([
      { number, subject: 'payment', state: 'open', entries: [{ state: 'open', text: TEXT }] },
    ]);
    const byTelephone = await open(applied);
    await change(number, { state: 'closed', text: 'The fee has arrived' });
    const readOwn = async () =>
      (await applicant.call('getticketsandprofile')).body.data[0]?.grievances as RecordedGrievance[];
    await eventually(async () => (await readOwn()).at(-1)?.number === byTelephone);
    await eventually(async () => (await readOwn())[0]?.state === 'closed');
    expect(await readOwn()).toMatchObject([
      { number, text: TEXT, answer: 'The fee has arrived' },
      { number: byTelephone, state: 'open', text: '' },
    ]);
    expect(await readGrievances(applied)).toHaveLength(2);
  });

  test('is listed until it is closed, call backs of today first, page by page', async () => {
    const applied = await apply();
    const [later, waiting, due, closed] = [
      await open(applied),
      await open(applied),
      await open(applied),
      await open(applied),
    ];
    await change(later, { state: 'call-back', on: inDays(3) });
    await change(due, { state: 'call-back', on: inDays(0) });
    await change(closed, { state: 'closed' });
    const listed = await readList<GrievanceSummary & { is_due: boolean }>('auditor', 'getgrievances');
    const own = listed.filter(({ application_id }) => application_id === applied.applicationId);
    expect(own.map(({ number, is_due }) => [number, is_due])).toEqual([
      [due, true],
      [waiting, false],
      [later, false],
    ]);
    const numbers: string[] = [];
    for (let last: string | undefined, pages = 0; pages <= listed.length; pages += 1) {
      const page = await readList<GrievanceSummary>('auditor', 'getgrievances', { after: last, limit: 1 });
      numbers.push(...page.map(({ number }) => number));
      last = page[0]?.number ?? last;
    }
    expect(numbers).toEqual(listed.map(({ number }) => number));
    expect((await call('auditor', 'getgrievances', { after: closed })).http).toBe(400);
  });

  test('is sealed, and recorded without what was said', async () => {
    const applied = await apply();
    const number = await open(applied);
    const rows = await Promise.all(
      ['grievances', 'grievance_entries', 'audit_entries'].map((name) =>
        database.collection(name).find({}).toArray(),
      ),
    );
    expect(rows.map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect(JSON.stringify(rows)).not.toContain(TEXT);
    const audit = await database
      .collection('audit_entries')
      .find({ 'subject.applicationId': applied.applicationId, action: 'grievance.opened' })
      .toArray();
    expect(audit.map(({ detail }) => detail)).toEqual([{ number, subject: 'ticket' }]);
  });

  test('is read by auditors, and opened by the help desk', async () => {
    const applied = await apply();
    const number = await open(applied);
    const grievance = { application_id: applied.applicationId, subject: 'other', text: TEXT };
    for (const [member, name, body] of [
      ['scrutiny-clerk', 'getgrievances', {}],
      ['auditor', 'opengrievance', grievance],
      ['auditor', 'addgrievanceentry', { number, state: 'closed', text: 'no' }],
      ['auditor', 'sendtextagain', { application_id: applied.applicationId }],
      ['auditor', 'endapplicantsessions', { application_id: applied.applicationId, reason: 'by telephone' }],
    ] as const)
      expect([name, (await call(member, name, body)).http]).toEqual([name, 403]);
    expect((await readGrievances(applied)).map(({ state }) => state)).toEqual(['open']);
  });
});

describe('the grievance of a caller without an application', () => {
  const openFor = async (mobile: string) => {
    const { body } = await call('help-desk', 'opengrievance', { mobile, subject: 'sign-in', text: TEXT });
    return String(body.data[0]?.number);
  };
  const readCaller = async (number: string) =>
    (await readList<Grievance>('auditor', 'getcallergrievance', { number }))[0];
  const searchFor = async (member: string, text: string) =>
    (await readList<{ grievances: GrievanceSummary[] }>(member, 'searchcases', { text }))[0]?.grievances;

  test('is opened for either a mobile number or an application', async () => {
    const grievance = { subject: 'other', text: TEXT };
    const { applicationId: application_id } = await apply();
    for (const about of [{}, { mobile: '98480' }, { mobile: '9848011111', application_id }])
      expect((await call('help-desk', 'opengrievance', { ...grievance, ...about })).http).toBe(400);
  });

  test('is listed and found with its number masked, called back and closed', async () => {
    const mobile = '9848012345';
    const number = await openFor(mobile);
    const summary = { number, mobile_masked: '******2345', subject: 'sign-in', state: 'open' };
    const [listed] = (await readList<GrievanceSummary>('auditor', 'getgrievances')).filter(
      (each) => each.number === number,
    );
    expect(listed).toMatchObject({ ...summary, is_due: false });
    for (const text of ['+91 98480 12345', number.toLowerCase()])
      expect(await searchFor('help-desk', text)).toMatchObject([summary]);
    expect(await searchFor('scrutiny-clerk', mobile)).toEqual([]);
    expect((await change(number, { state: 'call-back', on: inDays(2) })).body.status).toBe(200);
    expect((await change(number, { state: 'closed', text: 'Signed in' })).body.status).toBe(200);
    expect((await change(number, { state: 'closed' })).body.status).toBe(420);
    expect(await readCaller(number)).toEqual({
      ...summary,
      state: 'closed',
      opened_at: listed?.opened_at,
      entries: [
        { state: 'open', text: TEXT },
        { state: 'call-back', text: 'Telephoned', on: inDays(2) },
        { state: 'closed', text: 'Signed in' },
      ].map((entry) => ({ ...entry, id: expect.any(String), at: expect.any(String), by: 'help-desk' })),
    });
  });

  test('stores its mobile number sealed, and shows it for a recorded reason', async () => {
    const mobile = '9848054321';
    const number = await openFor(mobile);
    expect((await call('auditor', 'revealcaller', { number, reason: 'to call back' })).http).toBe(403);
    expect((await call('help-desk', 'revealcaller', { number, reason: 'why' })).http).toBe(400);
    const shown = await call('help-desk', 'revealcaller', { number, reason: 'to call back' });
    expect(shown.body.data).toEqual([{ mobile }]);
    const ofCase = await open(await apply());
    for (const name of ['getcallergrievance', 'revealcaller'])
      expect((await call('help-desk', name, { number: ofCase, reason: 'to call back' })).http).toBe(404);
    const rows = await Promise.all(
      (await database.collections()).map((collection) => collection.find({}).toArray()),
    );
    for (const secret of [mobile, TEXT]) expect(JSON.stringify(rows)).not.toContain(secret);
    const audit = await database.collection('audit_entries').find({ 'detail.number': number }).toArray();
    expect(audit.map(({ action, why, subject }) => [action, why, subject])).toEqual([
      ['grievance.opened', undefined, {}],
      ['grievance.revealed', 'to call back', {}],
    ]);
  });

  test('is shown at the case that its mobile number has later', async () => {
    const applicant = await portal.registerApplicant();
    const number = await openFor(applicant.person.number);
    await submitNewApplication(applicant);
    const [record] = (await applicant.call('getticketsandprofile')).body.data;
    const applied = { applicant, applicationId: String(record?.application_id) };
    await eventually(async () => (await readGrievances(applied)).length > 0);
    expect(await readGrievances(applied)).toMatchObject([{ number, entries: [{ text: TEXT }] }]);
    expect(record?.grievances ?? []).toEqual([]);
  });
});

test('a member of the staff sees grievances of their districts only', async () => {
  const applied = await apply();
  const number = await open(applied);
  const accounts = database.collection<{ name: string; districts?: number[] }>('staff');
  const { matchedCount } = await accounts.updateOne({ name: 'senior-clerk' }, { $set: { districts: [99] } });
  expect(matchedCount).toBe(1);
  const listed = await readList<GrievanceSummary>('senior-clerk', 'getgrievances');
  expect(listed.filter(({ application_id }) => application_id !== undefined)).toEqual([]);
  const closing = { number, state: 'closed', text: 'no' };
  expect((await call('senior-clerk', 'addgrievanceentry', closing)).http).toBe(403);
  const { applicationId: application_id } = applied;
  for (const [name, body] of [
    ['opengrievance', { application_id, subject: 'other', text: TEXT }],
    ['getcaseattempts', { application_id }],
    ['sendtextagain', { application_id }],
    ['endapplicantsessions', { application_id, reason: 'by telephone' }],
  ] as const)
    expect([name, (await call('senior-clerk', name, body)).http]).toEqual([name, 403]);
  await accounts.updateOne({ name: 'senior-clerk' }, { $set: { districts: [1] } });
  expect((await readList<GrievanceSummary>('senior-clerk', 'getgrievances')).length).toBeGreaterThan(0);
});

describe('at the telephone', () => {
  test('the help desk reads the attempts to pay that the applicant sees', async () => {
    const applied = await apply();
    const [record] = (await applied.applicant.call('getticketsandprofile')).body.data;
    const order = { order_id: String(record?.order_id) };
    expect(await readList('auditor', 'getcaseattempts', { application_id: applied.applicationId })).toEqual(
      [],
    );
    await applied.applicant.call('postorderdata', order);
    const [own] = (await applied.applicant.call('getpaymentattempts', { ...order, details: true })).body.data;
    expect(own).toMatchObject({ state: 'unknown', payment_id: null });
    expect(
      await readList('auditor', 'getcaseattempts', { application_id: applied.applicationId }),
    ).toMatchObject([{ state: own?.state, amount: own?.amount }]);
  });

  test('the last message is sent again, three times a day, and the applicant can see by whom', async () => {
    const { applicant, applicationId } = await apply();
    const readTexts = async () => {
      const path = `/dev/inbox?kind=texts&number=${applicant.person.number}`;
      return (await (await applicant.fetch(path)).json()) as { text: string }[];
    };
    const first = await eventually(async () => (await readTexts())[0]);
    const send = async () =>
      (await call('help-desk', 'sendtextagain', { application_id: applicationId })).body;
    await eventually(async () => (await send()).status === 200);
    await eventually(async () => (await readTexts()).length === 2);
    expect((await readTexts()).map(({ text }) => text)).toEqual([first.text, first.text]);
    expect((await send()).data).toEqual([{ kind: 'submitted' }]);
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(421);
    const audit = (await applicant.call('getauthaudit', { limit: 50 })).body.data;
    expect(audit.filter(({ action }) => action === 'text.resent')).toHaveLength(3);
    expect(audit.find(({ action }) => action === 'text.resent')).toMatchObject({
      actor: 'operator',
      application_id: applicationId,
    });
  });

  test('all sessions of the applicant are ended for a reason that the applicant reads', async () => {
    const { applicant, applicationId } = await apply();
    expect((await applicant.call('session')).http).toBe(200);
    const end = (reason: string) =>
      call('help-desk', 'endapplicantsessions', { application_id: applicationId, reason });
    expect((await end('lost')).http).toBe(400);
    expect((await end('The phone was lost')).body.data).toEqual([{ count: 1 }]);
    expect((await applicant.call('session')).http).toBe(401);
    await applicant.signIn();
    const audit = (await applicant.call('getauthaudit', { limit: 50 })).body.data;
    expect(audit.find(({ action }) => action === 'sessions.ended')).toMatchObject({
      actor: 'operator',
      why: 'The phone was lost',
    });
  });
});
