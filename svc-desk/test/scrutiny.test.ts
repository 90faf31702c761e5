import {
  type DeskAuditEntry,
  type DeskCase,
  type DeskReport,
  type ReconciledDay,
  type ScrutinyRules,
  type StaffActivity,
  toIndianDay,
} from '@archaka/contracts';
import { toStep } from '@archaka/service-kit/operators';
import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  eventually,
  payAtProvider,
  signInLocalStaff,
  startService,
} from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { openDesk } from './support/open-desk.ts';

const rules: ScrutinyRules = {
  checks: [
    {
      id: 'dob-agrees',
      paper: 'birth_certificate',
      field: 'dob',
      name: 'The date agrees',
      name_te: 'తేదీ సరిపోతుంది',
    },
  ],
  reasons: [
    {
      id: 'photo-dark',
      verdict: 'correction',
      field: 'image',
      name: 'Too dark',
      name_te: 'చీకటిగా ఉంది',
      needs_note: false,
    },
    {
      id: 'other',
      verdict: 'correction',
      field: 'name',
      name: 'Another reason',
      name_te: 'మరో కారణం',
      needs_note: true,
    },
    {
      id: 'too-young',
      verdict: 'rejected',
      field: 'dob',
      name: 'Too young',
      name_te: 'వయసు చాలదు',
      needs_note: false,
    },
  ],
  correction_days: 7,
  second_look_percent: 0,
  ticket: 'voided',
};

const { asMember, database, portal, send } = await openDesk({
  services: ['application', 'payment'],
  team: [
    ...['scrutiny-clerk', 'scrutiny-clerk-2', 'senior-clerk', 'senior-clerk-2'],
    ...['help-desk', 'auditor', 'finance', 'administrator'],
  ],
  examination: { scrutiny: rules },
  env: { SECOND_PAYMENT: 'hold' },
});

interface Paid {
  readonly applicant: ApplicantSession;
  readonly applicationId: string;
  readonly form: Record<string, unknown>;
}

const findSummary = async (applicationId: string) => {
  const { body } = await asMember('help-desk').call('searchcases', { text: applicationId });
  const [page] = body.data as { cases: Record<string, unknown>[] }[];
  return page?.cases[0];
};

/** A paid application that waits for a clerk. */
async function apply(): Promise<Paid> {
  const applicant = await portal.registerApplicant();
  const form = await buildApplicationForm(applicant.person, { save_id: 2 });
  const { body } = await applicant.call('submitapplicationform', form);
  await completePayment(applicant, portal.provider.url, String(body.orderId?.id));
  const [record] = (await applicant.call('getticketsandprofile')).body.data;
  const applicationId = String(record?.application_id);
  await eventually(async () => (await findSummary(applicationId))?.scrutiny === 'waiting');
  return { applicant, applicationId, form };
}

const start = (name: string, application_id: string, take_over = false) =>
  asMember(name).call('startcase', { application_id, take_over });

const decide = (name: string, application_id: string, decision: object) =>
  asMember(name).call('decidecase', { application_id, version: 1, ...decision });

const readRecord = async ({ applicant, applicationId }: Paid) =>
  (await applicant.call('getticketsandprofile')).body.data.find(
    ({ application_id }) => application_id === applicationId,
  );

describe('search', () => {
  test('finds an application by its ID, mobile, Aadhaar, order and a word of the name, and shows nothing whole', async () => {
    const paid = await apply();
    const { person } = paid.applicant;
    const record = await readRecord(paid);
    const found = async (text: string) => {
      const { body } = await asMember('help-desk').call('searchcases', { text });
      return (body.data as { cases: { application_id: string }[] }[])[0]?.cases.map(
        (each) => each.application_id,
      );
    };
    const [word = ''] = String(paid.form.name)
      .split(' ')
      .filter(({ length }) => length > 2);
    for (const text of [
      paid.applicationId,
      person.number,
      `+91 ${person.number}`,
      person.aadhar,
      record?.order_id,
    ])
      expect(await found(String(text))).toEqual([paid.applicationId]);
    expect(await found(word)).toContain(paid.applicationId);
    expect(await found('9999999999')).toEqual([]);
    const shown = JSON.stringify(await findSummary(paid.applicationId));
    for (const secret of [person.number, person.aadhar]) expect(shown).not.toContain(secret);
  });
});

describe('a case', () => {
  test('is leased to one clerk, who is named to another; only a takeover takes it', async () => {
    const { applicationId } = await apply();
    expect((await start('scrutiny-clerk', applicationId)).body.status).toBe(200);
    expect((await start('scrutiny-clerk-2', applicationId)).body.status).toBe(420);
    expect(await findSummary(applicationId)).toMatchObject({ lease: { name: 'scrutiny-clerk' } });
    expect((await start('scrutiny-clerk-2', applicationId, true)).body.status).toBe(200);
    expect((await decide('scrutiny-clerk', applicationId, { verdict: 'accepted' })).body.status).toBe(420);
    await asMember('scrutiny-clerk').call('releasecase', { application_id: applicationId });
    expect(await findSummary(applicationId)).toMatchObject({ lease: { name: 'scrutiny-clerk-2' } });
    await asMember('scrutiny-clerk-2').call('releasecase', { application_id: applicationId });
    expect(await findSummary(applicationId)).not.toHaveProperty('lease');
  });

  test('is free again once its clerk signs out', async () => {
    const { applicationId } = await apply();
    const origin = { url: portal.services.desk.url, portal: portal.environment.urls.shell };
    const secret = portal.environment.secrets.LOCAL_STAFF_SECRET;
    const leaving = await signInLocalStaff(origin, secret, 'scrutiny-clerk-2', toStep(new Date()) + 1);
    expect((await leaving.call('startcase', { application_id: applicationId })).body.status).toBe(200);
    expect(await findSummary(applicationId)).toMatchObject({ lease: { name: 'scrutiny-clerk-2' } });
    await leaving.call('signoutstaff');
    expect(await findSummary(applicationId)).not.toHaveProperty('lease');
  });

  test('goes to one of two clerks who start the next one together', async () => {
    const { applicationId } = await apply();
    const names = ['scrutiny-clerk', 'scrutiny-clerk-2'];
    const leased: string[] = [];
    // Other cases wait, too; each is put aside until nothing waits.
    for (;;) {
      const started = await Promise.all(
        names.map(async (name) => (await send(name, 'startnextcase', { without: [] })).data),
      );
      const ids = started.flat().map(({ summary }) => (summary as { application_id: string }).application_id);
      if (ids.length === 0) break;
      leased.push(...ids);
    }
    expect(leased).toContain(applicationId);
    expect(new Set(leased).size).toBe(leased.length);
  });

  test('that is accepted tells the applicant; a second decision about the version is refused', async () => {
    const paid = await apply();
    const { applicationId } = paid;
    await start('scrutiny-clerk', applicationId);
    const answers = await Promise.all([
      decide('scrutiny-clerk', applicationId, { verdict: 'accepted' }),
      decide('scrutiny-clerk', applicationId, { verdict: 'accepted' }),
    ]);
    expect(answers.map(({ http, body }) => (http === 200 ? body.status : http)).sort()).toContain(200);
    await eventually(async () => (await readRecord(paid))?.scrutiny !== undefined);
    expect((await readRecord(paid))?.scrutiny).toMatchObject({
      verdict: 'accepted',
      version: 1,
      reasons: [],
    });
    expect((await decide('scrutiny-clerk', applicationId, { verdict: 'accepted' })).body.status).toBe(421);
    const { decisions } = await readStoredDecisions(applicationId);
    expect(decisions).toBe(1);
  });

  test('is returned with reasons of the list only, and waits again once it is corrected', async () => {
    const paid = await apply();
    const { applicationId } = paid;
    await start('scrutiny-clerk', applicationId);
    for (const reasons of [[], [{ id: 'unknown' }], [{ id: 'too-young' }], [{ id: 'other', note: ' ' }]])
      expect((await decide('scrutiny-clerk', applicationId, { verdict: 'correction', reasons })).http).toBe(
        400,
      );
    const reasons = [{ id: 'other', note: 'As on the certificate' }];
    const { body } = await decide('scrutiny-clerk', applicationId, { verdict: 'correction', reasons });
    expect(body.data).toEqual([{ scrutiny: 'correction' }]);
    await eventually(async () => (await readRecord(paid))?.scrutiny !== undefined);
    expect((await readRecord(paid))?.scrutiny).toMatchObject({ verdict: 'correction', reasons });
    const { form, applicant } = paid;
    const corrected = { ...form, id: applicationId, name: 'Corrected Name' };
    expect((await applicant.call('upadteapplication', corrected)).body.status).toBe(200);
    await eventually(async () => (await findSummary(applicationId))?.scrutiny === 'waiting');
  });

  test('needs a senior clerk besides the one who rejects it, and another one after an appeal', async () => {
    const paid = await apply();
    const { applicationId } = paid;
    const rejection = { verdict: 'rejected', reasons: [{ id: 'too-young' }] };
    await start('scrutiny-clerk', applicationId);
    expect((await decide('scrutiny-clerk', applicationId, rejection)).body.data).toEqual([
      { scrutiny: 'second-look' },
    ]);
    expect((await start('scrutiny-clerk-2', applicationId)).body.status).toBe(421);
    const started = await start('senior-clerk', applicationId);
    expect(started.body.data[0]?.decisions).toEqual([]);
    expect(await readRecord(paid)).not.toHaveProperty('scrutiny');
    expect((await decide('senior-clerk', applicationId, rejection)).body.data).toEqual([
      { scrutiny: 'rejected' },
    ]);
    await eventually(async () => (await readRecord(paid))?.scrutiny !== undefined);
    expect(await readRecord(paid)).toMatchObject({
      scrutiny: { verdict: 'rejected' },
      ticket_withheld: true,
    });

    const text = 'I was born in the year before; see the certificate.';
    await paid.applicant.call('appealrejection', { application_id: applicationId, text });
    await eventually(async () => (await findSummary(applicationId))?.scrutiny === 'appealed');
    for (const name of ['scrutiny-clerk-2', 'senior-clerk'])
      expect((await start(name, applicationId)).body.status).toBe(421);
    const [appealed] = (await start('senior-clerk-2', applicationId)).body.data as unknown as DeskCase[];
    expect(appealed?.record.scrutiny?.appeal).toMatchObject({ text, is_answered: false });
    await decide('senior-clerk-2', applicationId, { verdict: 'accepted' });
    await eventually(async () => {
      const scrutiny = (await readRecord(paid))?.scrutiny as { verdict: string } | undefined;
      return scrutiny?.verdict === 'accepted';
    });
    expect(await readRecord(paid)).not.toHaveProperty('ticket_withheld');
  });

  test('that the applicant has edited meanwhile cannot be decided by what the clerk has seen', async () => {
    const { applicant, applicationId, form } = await apply();
    await start('scrutiny-clerk', applicationId);
    const edited = { ...form, id: applicationId, postal_address: 'Another street' };
    expect((await applicant.call('upadteapplication', edited)).body.status).toBe(200);
    await eventually(async () => (await findSummary(applicationId))?.version === 2);
    expect((await decide('scrutiny-clerk', applicationId, { verdict: 'accepted' })).http).toBe(409);
  });
});

test('lists how many cases wait, as a search counts them, and the rules of the examination', async () => {
  const { applicationId } = await apply();
  const [page] = (await send('scrutiny-clerk', 'searchcases', { scrutiny: 'waiting' })).data;
  const queues = (await send('scrutiny-clerk', 'getscrutinyqueues')).data;
  const waiting = queues.reduce((sum, queue) => sum + Number(queue.waiting) - Number(queue.second_look), 0);
  expect(waiting).toBe(page?.total);
  expect(waiting).toBeGreaterThan(0);
  await start('scrutiny-clerk', applicationId);
  const leased = (await send('scrutiny-clerk', 'getscrutinyqueues')).data;
  expect(leased.reduce((sum, queue) => sum + Number(queue.leased), 0)).toBeGreaterThan(0);
  expect((await send('help-desk', 'getscrutinyrules')).data).toEqual([rules]);
});

test('deletes the case and its decisions with an application that svc-application has deleted', async () => {
  const applicant = await portal.registerApplicant();
  const form = await buildApplicationForm(applicant.person, { save_id: 2 });
  await applicant.call('submitapplicationform', form);
  const [record] = (await applicant.call('getticketsandprofile')).body.data;
  const application_id = String(record?.application_id);
  await eventually(() => findSummary(application_id));
  await applicant.call('withdrawapplication', { application_id });
  await eventually(async () => !(await findSummary(application_id)));
});

test('shows a paper that the application names, and records who saw it', async () => {
  const paid = await apply();
  const record = await readRecord(paid);
  const [photo] = (record?.image ?? []) as { document_id: string }[];
  const clerk = asMember('scrutiny-clerk');
  const paper = await clerk.fetch(`/api/desk/cases/${paid.applicationId}/papers/${photo?.document_id}`);
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const own = await paid.applicant.fetch(`/api/documents/${photo?.document_id}`);
  expect(Buffer.from(await paper.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true);

  const another = await apply();
  const foreign = await clerk.fetch(`/api/desk/cases/${another.applicationId}/papers/${photo?.document_id}`);
  expect(foreign.status).toBe(404);
  const entries = database.collection('audit_entries');
  expect(await entries.countDocuments({ action: 'paper.read', 'actor.id': 'local-scrutiny-clerk' })).toBe(2);
});

test('shows personal fields whole for a reason only', async () => {
  const { applicant, applicationId } = await apply();
  const { number } = applicant.person;
  const clerk = asMember('help-desk');
  const { body } = await clerk.call('getcase', { application_id: applicationId });
  expect(JSON.stringify(body)).not.toContain(number);
  expect((await clerk.call('revealcase', { application_id: applicationId, reason: '' })).http).toBe(400);
  const revealed = await clerk.call('revealcase', {
    application_id: applicationId,
    reason: 'the applicant calls',
  });
  expect(revealed.body.data).toMatchObject([{ number }]);
});

async function readStoredDecisions(applicationId: string) {
  const decisions = await database.collection('decisions').countDocuments({ application_id: applicationId });
  return { decisions };
}

test('shows notes for colleagues, and other applications of the same mobile number', async () => {
  const { applicationId } = await apply();
  const note = { application_id: applicationId, text: 'Will send the certificate tomorrow' };
  expect((await send('help-desk', 'addcasenote', note)).status).toBe(200);
  expect((await send('auditor', 'addcasenote', note)).http).toBe(403);
  expect((await send('help-desk', 'addcasenote', { ...note, text: ' ' })).http).toBe(400);
  const [deskCase] = (await asMember('scrutiny-clerk').call('getcase', { application_id: applicationId }))
    .body.data as unknown as DeskCase[];
  expect(deskCase?.notes).toMatchObject([{ text: note.text, by: 'help-desk' }]);
  expect(deskCase?.related).toEqual([]);
});

describe('reports', () => {
  const readReport = async () => {
    const { body } = await asMember('senior-clerk').call('getdeskreport');
    return (body.data as unknown as DeskReport[])[0];
  };
  const sum = (rows: readonly { readonly count: number }[]) =>
    rows.reduce((all, { count }) => all + count, 0);

  test('count each application once by group and day, as the exported list does', async () => {
    const paid = await apply();
    const record = await readRecord(paid);
    const report = await readReport();
    const all = sum(report?.groups ?? []);
    expect(all).toBeGreaterThan(0);
    expect(report?.days.reduce((days, { submitted }) => days + submitted, 0)).toBe(all);
    const path = `/api/desk/exports/csv?district_id=${record?.district_id}&payment_status=S`;
    const [header, ...rows] = Buffer.from(await (await asMember('senior-clerk').fetch(path)).arrayBuffer())
      .toString()
      .trimEnd()
      .split('\n');
    expect(header).toBe(
      '\uFEFFapplication_id,examination,exam_type,regular_or_compartmental,district,submitted_on,version,payment,scrutiny,attendance',
    );
    const inDistrict = report?.groups.filter(
      (group) => group.district_id === record?.district_id && group.payment_status === 'S',
    );
    expect(rows).toHaveLength(sum(inDistrict ?? []));
    const own = rows.find((row) => row.startsWith(paid.applicationId));
    expect(own).toMatch(new RegExp(`,${record?.district_name},\\d{4}-\\d{2}-\\d{2},1,paid,waiting,$`));
  });

  test('are for roles that may read them, and list known facets in known formats only', async () => {
    const paths = ['csv', 'pdf', 'xlsx?district_id=x', 'xlsx'].map((rest) => `/api/desk/exports/${rest}`);
    const read = async (name: string) =>
      Promise.all(paths.map(async (path) => (await asMember(name).fetch(path)).status));
    expect((await send('help-desk', 'getdeskreport')).http).toBe(403);
    expect(await read('help-desk')).toEqual([403, 403, 403, 403]);
    const statuses = [];
    for (const path of paths) {
      const response = await asMember('senior-clerk').fetch(path);
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses).toEqual([200, 404, 400, 200]);
  });
});

describe('a list with names and mobile numbers', () => {
  test('is downloaded once by who requested it for a reason, which the applicant reads; it has no Aadhaar', async () => {
    const paid = await apply();
    const record = await readRecord(paid);
    const { number, aadhar } = paid.applicant.person;
    const reason = 'Calls about a changed centre';
    const facets = { district_id: record?.district_id, payment_status: 'S' };
    const request = async (name: string, body: object) => asMember(name).call('requestcontacts', body);
    expect((await request('senior-clerk', facets)).http).toBe(400);
    for (const name of ['scrutiny-clerk', 'finance', 'auditor'])
      expect((await request(name, { ...facets, reason })).http).toBe(403);
    const { body } = await request('senior-clerk', { ...facets, reason });
    const path = `/api/desk/contacts/csv?token=${body.data[0]?.token}`;
    const response = await asMember('senior-clerk').fetch(path);
    const rows = (await response.text()).split('\n');
    const row = rows.find((each) => each.includes(paid.applicationId));
    expect(row).toMatch(new RegExp(`^${paid.form.name},${number},${paid.applicationId},2024,`));
    expect(rows.join()).not.toContain(aadhar);
    expect(row?.split(',')).not.toContain(aadhar.slice(-4));
    expect((await asMember('senior-clerk').fetch(path)).status).toBe(404);
    const other = await request('senior-clerk', { ...facets, reason });
    const stolen = `/api/desk/contacts/csv?token=${other.body.data[0]?.token}`;
    expect((await asMember('senior-clerk-2').fetch(stolen)).status).toBe(404);
    expect((await asMember('scrutiny-clerk').fetch(stolen)).status).toBe(403);

    const [entry] = (await paid.applicant.call('getapplicationaudit')).body.data;
    expect(entry).toMatchObject({ action: 'case.listed', actor: 'operator', why: reason });
    const day = toIndianDay(new Date());
    const entries = (await send('auditor', 'getdeskaudit', { day })).data;
    expect(entries.find(({ action }) => action === 'contacts.exported')).toMatchObject({
      name: 'senior-clerk',
      why: reason,
    });
  });
});

describe('payments to decide', () => {
  test('are kept by finance for a reason, once; the rest of the staff decides nothing', async () => {
    const paid = await apply();
    const orderId = String((await readRecord(paid))?.order_id);
    const { payment } = await payAtProvider({
      simulator: portal.provider.url,
      orderId,
      webhooks: 'sent',
    });
    const find = async () =>
      (await send('finance', 'getrefundstodecide')).data.find(({ payment_id }) => payment_id === payment.id);
    await eventually(find);
    expect(await find()).toMatchObject({
      application_id: paid.applicationId,
      reason: 'paid-twice',
      is_own_approval: false,
    });
    const decision = { payment_id: payment.id, outcome: 'refuse', reason: 'asked for by the applicant' };
    expect((await send('senior-clerk', 'deciderefund', decision)).http).toBe(403);
    const setNumbers = (numbers: string[]) =>
      asMember('administrator').call('setstaffnumbers', { name: 'finance', numbers });
    await setNumbers([paid.applicant.person.number]);
    expect((await send('finance', 'deciderefund', decision)).http).toBe(403);
    await setNumbers([]);
    expect((await asMember('finance').call('deciderefund', decision)).body).toMatchObject({
      status: 200,
      data: [{ result: 'refused' }],
    });
    expect((await send('finance', 'deciderefund', decision)).status).toBe(420);
  });
});

describe('the reconciliation of a day', () => {
  test('shows the payments of the day beside the settlement to finance, as a page and as a file, and is recorded', async () => {
    const paid = await apply();
    const day = toIndianDay(new Date());
    const path = `/api/desk/reconciliation/csv?day=${day}`;
    const { body } = await asMember('finance').call('getreconciliation', { day });
    const [reconciled] = body.data as unknown as ReconciledDay[];
    const file = await (await asMember('finance').fetch(path)).text();
    const { count, amount } = reconciled?.begun.captured ?? { count: 0, amount: 0 };
    expect(count).toBeGreaterThan(0);
    expect(amount).toBe(count * Number((await readRecord(paid))?.amount) * 100);
    expect(file.split('\n')[1]).toBe(`payments begun on the day,,,,,,${count},${amount / 100},`);
    const entries = (await send('auditor', 'getdeskaudit', { day })).data;
    expect(entries.filter(({ action }) => action === 'reconciliation.read')).toHaveLength(2);

    expect((await send('senior-clerk', 'getreconciliation', { day })).http).toBe(403);
    expect((await asMember('senior-clerk').fetch(path)).status).toBe(403);
    const staff = database.collection<{ name: string }>('staff');
    await staff.updateOne({ name: 'finance' }, { $set: { districts: [1] } });
    expect((await send('finance', 'getreconciliation', { day })).http).toBe(403);
    expect((await asMember('finance').fetch(path)).status).toBe(403);
    await staff.updateOne({ name: 'finance' }, { $unset: { districts: 1 } });
  });
});

describe('an application with a mobile number of a member of the staff', () => {
  test('is decided by somebody else, also as the next case, and each look of the member is an anomaly', async () => {
    const { applicant, applicationId } = await apply();
    const { number } = applicant.person;
    const set = (name: string, numbers: string[], by = 'administrator') =>
      asMember(by).call('setstaffnumbers', { name, numbers });
    expect((await set('scrutiny-clerk', [number], 'auditor')).http).toBe(403);
    expect((await set('scrutiny-clerk', [number.slice(1)])).http).toBe(400);
    expect((await set('administrator', [number])).body.status).toBe(421);
    expect((await set('nobody', [number])).body.status).toBe(420);
    expect((await set('scrutiny-clerk', [number])).body.status).toBe(200);
    const accounts = (await send('administrator', 'getstaffaccounts')).data;
    expect(accounts.find(({ name }) => name === 'scrutiny-clerk')).toMatchObject({
      own_numbers: [`******${number.slice(-4)}`],
    });
    expect(JSON.stringify(await database.collection('staff').find().toArray())).not.toContain(number);
    const [session] = (await send('scrutiny-clerk', 'getstaffsession')).data;
    expect(Object.keys(session ?? {}).toSorted()).toEqual(['id', 'name', 'roles']);

    expect((await start('scrutiny-clerk', applicationId)).http).toBe(403);
    const cases = database.collection<{ _id: string }>('cases');
    await cases.updateOne({ _id: applicationId }, { $set: { waiting_since: new Date(0) } });
    const startNext = async (name: string) => {
      const { body } = await asMember(name).call('startnextcase');
      return (body.data as unknown as DeskCase[])[0]?.record.application_id;
    };
    expect(await startNext('scrutiny-clerk')).not.toBe(applicationId);
    expect(await startNext('scrutiny-clerk-2')).toBe(applicationId);
    await set('scrutiny-clerk-2', [number]);
    expect((await decide('scrutiny-clerk-2', applicationId, { verdict: 'accepted' })).http).toBe(403);
    await set('scrutiny-clerk-2', []);
    expect((await decide('scrutiny-clerk-2', applicationId, { verdict: 'accepted' })).body.status).toBe(200);

    const day = toIndianDay(new Date());
    const activity = (await asMember('auditor').call('getstaffactivity', { day })).body
      .data as unknown as StaffActivity[];
    const findConcerns = (name: string) => activity.find((each) => each.name === name)?.concerns;
    expect(findConcerns('scrutiny-clerk')).toContain('own-number');
    expect(findConcerns('help-desk')).not.toContain('own-number');
    const entries = (
      await asMember('auditor').call('getdeskaudit', { day, application_id: applicationId })
    ).body.data.map(({ action, name }) => `${action} ${name}`);
    expect(entries).toContain('case.own-number scrutiny-clerk');
    await set('scrutiny-clerk', []);
  });
});

describe('the audit of the staff', () => {
  const getToday = () => toIndianDay(new Date());

  test('has who saw what of an application, with reasons, newest first and page by page', async () => {
    const { applicationId } = await apply();
    await asMember('help-desk').call('getcase', { application_id: applicationId });
    await asMember('help-desk').call('revealcase', {
      application_id: applicationId,
      reason: 'asked by telephone',
    });
    const read = async (page: object) =>
      (
        await asMember('auditor').call('getdeskaudit', {
          day: getToday(),
          application_id: applicationId,
          ...page,
        })
      ).body.data as unknown as DeskAuditEntry[];
    const all = await read({});
    expect(all.map(({ action, name, why }) => [action, name, why])).toEqual([
      ['case.revealed', 'help-desk', 'asked by telephone'],
      ['case.read', 'help-desk', undefined],
    ]);
    const [newest] = await read({ limit: 1 });
    expect(await read({ before: newest?.id })).toEqual(all.slice(1));
  });

  test('counts what each member saw on a day, and nothing on another', async () => {
    const { applicationId } = await apply();
    const read = async (day: string) =>
      (await send<StaffActivity>('auditor', 'getstaffactivity', { day })).data;
    const find = async () => (await read(getToday())).find(({ name }) => name === 'finance');
    expect(await find()).toMatchObject({ cases: 0, searches: 0 });
    await asMember('finance').call('searchcases', { text: applicationId });
    for (let times = 0; times < 2; times += 1)
      await asMember('finance').call('getcase', { application_id: applicationId });
    expect(await find()).toMatchObject({ cases: 1, searches: 1, papers: 0, decisions: 0 });
    expect(await read('2020-01-01')).toEqual([]);
  });

  test('is read by auditors and administrators only', async () => {
    for (const call of ['getdeskaudit', 'getstaffactivity'])
      expect((await asMember('senior-clerk').call(call, { day: getToday() })).http).toBe(403);
  });
});

test('lists every application again after its database was emptied', async () => {
  const { applicationId } = await apply();
  await database.collection('cases').deleteMany({});
  expect(await findSummary(applicationId)).toBeUndefined();
  await portal.services.desk.stop();
  await startService('svc-desk', { environment: portal.environment });
  await eventually(() => findSummary(applicationId));
});
