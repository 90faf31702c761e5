import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  applicationPersonErased,
  deskPersonErased,
  type ErasureReportEvent,
  type ErasureState,
  erasureReports,
  erasureRequested,
  paymentPersonErased,
  type RemainingData,
  ticketPersonErased,
} from '@archaka/contracts';
import { type RetentionRule, retentionSchema } from '@archaka/contracts/retention';
import { ConsentRepository } from '@archaka/privacy-kit';
import { describePersonalData } from '@archaka/privacy-kit/conformance';
import { createLog, openDatabase } from '@archaka/service-kit';
import {
  buildApplicant,
  buildPhoto,
  buildSignUp,
  eventually,
  openTestBroker,
  type RunningService,
  startService,
  type TestBroker,
} from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { OTP_MINUTES } from '../src/domain/otp.ts';
import { getSessionLifetime, SIGN_IN_DAYS } from '../src/domain/session.ts';
import { BROWSER_DAYS } from '../src/persistence/browser-repository.ts';
import { ERASURE_SHOWN_DAYS } from '../src/persistence/erasure-repository.ts';
import { SIGN_UP_HOURS } from '../src/persistence/sign-up-repository.ts';
import { RETENTION_SECONDS } from '../src/persistence/text-repository.ts';
import { createNotifiedApplication } from './support/notified-application.ts';
import { serveAuth } from './support/test-browser.ts';

const DAILY_DOWNLOADS = 5;

const auth = serveAuth();
let broker: TestBroker;
let rules: RetentionRule[];
beforeAll(async () => {
  const file = fileURLToPath(import.meta.resolve('@archaka/exams/retention.json'));
  rules = retentionSchema.parse(JSON.parse(await readFile(file, 'utf8'))).kinds;
  broker = auth.environment.register(await openTestBroker(auth.environment));
});

async function signIn() {
  const browser = auth.openBrowser();
  const { person, sessionId, answer, request } = await browser.openMember();
  const { headers } = await browser.authorize(sessionId);
  const call = async (name: string, body: object = {}) => {
    const response = await browser.post(name, body, headers);
    const { data: [state] = [] } = (await response.json()) as { data?: ErasureState[] };
    return { status: response.status, state };
  };
  const download = () => fetch(`${auth.url}/api/my-data`, { headers });
  return { browser, person, sessionId, userId: answer.id, request, call, download };
}
type Member = Awaited<ReturnType<typeof signIn>>;

const report = (
  { userId: user_id }: Pick<Member, 'userId'>,
  event: ErasureReportEvent,
  remaining: RemainingData[] = [],
  at = new Date(),
) => broker.publish(event, { user_id, at: at.toISOString(), remaining });

const isErased = async ({ userId }: Pick<Member, 'userId'>) =>
  (await auth.database.collection('accounts').countDocuments({ _id: userId as never })) === 0;

const readStates = (state: ErasureState | undefined) =>
  Object.fromEntries((state?.services ?? []).map((each) => [each.service, each.state]));

/** An account with all that svc-auth stores of one: sessions, passwords, browsers, a changed number, messages. */
async function storeMember() {
  const { browser, person, userId, request } = await signIn();
  const notified = createNotifiedApplication(broker, { userId, number: person.number });
  await notified.submit();
  await eventually(
    async () => (await auth.database.collection('texts').countDocuments({ application_id: notified.id })) > 0,
  );
  const { number } = buildApplicant();
  await request('requestnumberchange', { number });
  const otps = {
    old_otp: await browser.readNewestOtp(person.number),
    otp: await browser.readNewestOtp(number),
  };
  expect((await request('changenumber', { number, ...otps })).status).toBe(200);
  await browser.guessWrong(number, await browser.requestOtp(number), 1);
  return { userId, id: notified.id };
}

describePersonalData('auth', async () => {
  const log = createLog({ name: 'personal-data', level: 'silent' });
  const db = await openDatabase({ url: auth.environment.mongoUrl, service: 'auth', log });
  return {
    db,
    close: () => db.close(),
    declaration: {
      retained: [],
      consents: new ConsentRepository(db.connection),
      erasePerson: async (userId) => {
        const at = new Date();
        const erasures = auth.database.collection('erasures');
        const row = { receipt: userId, requested_at: at, reports: {} };
        await erasures.updateOne({ _id: userId as never }, { $setOnInsert: row }, { upsert: true });
        for (const event of erasureReports) await report({ userId }, event);
        await eventually(() => isErased({ userId }));
        return [];
      },
    },
  };
}, [
  {
    what: 'an account with sessions, passwords, browsers, a changed number and messages',
    store: storeMember,
  },
]);

const openPayment: RemainingData = { kind: 'unpaid-application', because: 'open-payment', until: null };
const paidApplication: RemainingData = {
  kind: 'paid-application',
  because: 'retention',
  until: '2033-12-31T18:29:59.000Z',
};

test('requests erasure from the services once for repeated requests, and erases the account when all are done', async () => {
  const member = await signIn();
  const { browser, person, userId, call } = member;
  expect((await call('getownerasure')).state).toBeUndefined();
  const first = await call('requesterasure');
  const second = await call('requesterasure');
  expect(second.state?.receipt).toBe(first.state?.receipt);
  const asked = { application: 'asked', payment: 'asked', ticket: 'asked', desk: 'asked', auth: 'waiting' };
  expect(readStates(second.state)).toEqual(asked);
  await broker.waitForEvent(erasureRequested, userId);
  await broker.drain();
  expect(broker.eventsOfType(erasureRequested, userId)).toHaveLength(1);

  await report(member, ticketPersonErased);
  await report(member, paymentPersonErased);
  await report(member, deskPersonErased);
  const { receipt } = first.state ?? {};
  const readErasure = async () => (await call('geterasure', { receipt })).state;
  await eventually(async () => {
    const { payment, ticket } = readStates(await readErasure());
    return payment === 'done' && ticket === 'done';
  });
  expect(await isErased(member)).toBe(false);
  await report(member, applicationPersonErased, [paidApplication]);
  const done = await eventually(async () => {
    const state = await readErasure();
    return state?.done_at ? state : undefined;
  });
  expect(readStates(done)).toEqual({
    application: 'done',
    payment: 'done',
    ticket: 'done',
    desk: 'done',
    auth: 'done',
  });
  expect(done.services[0]?.remaining).toEqual([paidApplication]);
  const keys = { _id: userId as never, wrapped: { $exists: true } };
  expect(await auth.database.collection('datakeys').countDocuments(keys)).toBe(0);
  expect(await browser.call('submitsignup', buildSignUp(person))).toEqual({ status: 200 });
});

test('does not erase the account while a payment is open, and erases it after the later report', async () => {
  const member = await signIn();
  await member.call('requesterasure');
  const now = Date.now();
  await report(member, ticketPersonErased);
  await report(member, paymentPersonErased);
  await report(member, deskPersonErased);
  await report(member, applicationPersonErased, [openPayment], new Date(now));
  await eventually(
    async () => readStates((await member.call('getownerasure')).state).application === 'waiting',
  );
  expect(await isErased(member)).toBe(false);
  await report(member, applicationPersonErased, [], new Date(now + 1000));
  await eventually(() => isErased(member));
});

test('requires a one-time password for an erasure and a download when the last is older than five minutes', async () => {
  const { call, download, userId } = await signIn();
  const opened_at = new Date(Date.now() - 6 * 60_000);
  await auth.database.collection('sessions').updateOne({ account_id: userId }, { $set: { opened_at } });
  expect([(await call('requesterasure')).status, (await download()).status]).toEqual([401, 401]);
  expect(await auth.database.collection('erasures').findOne({ _id: userId as never })).toBeNull();
});

/** Here only, since svc-application answers erasures, which other tests answer in its place. */
describe('the download', () => {
  let application: RunningService;
  beforeAll(async () => {
    application = await startService('svc-application', { environment: auth.environment });
  });
  afterAll(() => application?.stop());

  test('downloads the data of all services that respond, and names those that do not', async () => {
    const { browser, person, sessionId, userId, download } = await signIn();
    const { headers } = await browser.authorize(sessionId, 'svc-application');
    const body = new FormData();
    body.set('kind', 'image');
    body.set('file', new Blob([Uint8Array.from(await buildPhoto('png'))]), 'photo.png');
    const upload = await fetch(`${application.url}/api/documents`, { method: 'POST', body, headers });
    const { document_id } = (await upload.json()) as { document_id: string };

    const response = await download();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('x-missing-services')).toBe('payment,ticket,desk');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const readJson = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
    expect(readJson('auth.json')).toMatchObject({
      account: [{ email: buildSignUp(person).email }],
      sign_ins: [{ own_device: false }],
    });
    expect(readJson('application.json')).toEqual({
      consents: [],
      drafts: [],
      applications: [],
      unfinished_forms: [],
      documents: [{ id: document_id, name: 'photo.png' }],
    });
    expect(Object.keys(files).filter((name) => name.startsWith('papers/'))).toEqual([
      expect.stringContaining(document_id.slice(0, 8)),
    ]);
    expect(readJson('manifest.json').missing).toEqual([
      { service: 'payment', what: 'everything' },
      { service: 'ticket', what: 'everything' },
      { service: 'desk', what: 'everything' },
    ]);
    const exported = { 'subject.userId': userId, action: 'data.exported' };
    expect(await auth.database.collection('audit_entries').countDocuments(exported)).toBe(1);
  });

  test('rejects the sixth download of a day', async () => {
    const { download } = await signIn();
    const statuses: number[] = [];
    for (let count = 0; count <= DAILY_DOWNLOADS; count += 1) {
      const response = await download();
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses).toEqual([...Array(DAILY_DOWNLOADS).fill(200), 429]);
  });
});

test('shows visitors the periods of the retention file', async () => {
  expect(await auth.openBrowser().call('getretention', {})).toEqual({
    status: 200,
    data: rules.map(({ kind, what, period, counted_from, reason }) => ({
      kind,
      what,
      period,
      counted_from,
      reason,
    })),
  });
});

test.each([
  ['sign-up', `PT${SIGN_UP_HOURS}H`],
  ['session', `P${getSessionLifetime({ own_device: true }).hours / 24}D`],
  ['one-time-password', `PT${OTP_MINUTES}M`],
  ['sign-in', `P${SIGN_IN_DAYS}D`],
  ['known-browser', `P${BROWSER_DAYS}D`],
  ['erasure', `P${ERASURE_SHOWN_DAYS}D`],
  ['message', `P${RETENTION_SECONDS / 86_400}D`],
])('the retention file has the period of the TTL index for %s', (kind, period) => {
  expect(rules.find((rule) => rule.kind === kind)).toMatchObject({ period, deleted_by: 'ttl-index' });
});
