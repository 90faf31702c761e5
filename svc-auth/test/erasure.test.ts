import {
  applicationPersonErased,
  type ErasureState,
  erasureRequested,
  paymentPersonErased,
  type RemainingData,
  ticketPersonErased,
} from '@archaka/contracts';
import { buildSignUp, eventually, openTestBroker, type TestBroker } from '@archaka/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { serveAuth } from './support/test-browser.ts';

const auth = serveAuth();
let broker: TestBroker;
beforeAll(async () => {
  broker = auth.environment.register(await openTestBroker(auth.environment));
});

const openPayment: RemainingData = { kind: 'unpaid-application', because: 'open-payment', until: null };
const paidApplication: RemainingData = {
  kind: 'paid-application',
  because: 'retention',
  until: '2033-12-31T18:29:59.000Z',
};

async function signIn() {
  const browser = auth.openBrowser();
  const person = await browser.createNewcomer();
  const { headers, userId } = await browser.authorize(await browser.openSession(person.number));
  const call = async (name: string, body: object = {}) => {
    const response = await browser.post(name, body, headers);
    const { data: [state] = [] } = (await response.json()) as { data?: ErasureState[] };
    return { status: response.status, state };
  };
  const report = (event: typeof applicationPersonErased, remaining: RemainingData[] = [], at = new Date()) =>
    broker.publish(event, { user_id: userId, at: at.toISOString(), remaining });
  const countRows = async () => {
    const count = (name: string, filter: object) => auth.database.collection(name).countDocuments(filter);
    return {
      accounts: await count('accounts', { _id: userId }),
      keys: await count('datakeys', { _id: userId, wrapped: { $exists: true } }),
      claims: await count('accountclaims', { account_id: userId }),
      sessions: await count('sessions', { account_id: userId }),
      signIns: await count('signins', { account_id: userId }),
      browsers: await count('knownbrowsers', { account_id: userId }),
      consents: await count('consents', { userId }),
    };
  };
  return { browser, person, userId, call, report, countRows };
}

const GONE = { accounts: 0, keys: 0, claims: 0, sessions: 0, signIns: 0, browsers: 0, consents: 0 };
const readStates = (state: ErasureState | undefined) =>
  Object.fromEntries((state?.services ?? []).map((each) => [each.service, each.state]));

test('requests erasure from the services once for repeated requests, and erases the account when all are done', async () => {
  const { browser, person, userId, call, report, countRows } = await signIn();
  expect((await call('getownerasure')).state).toBeUndefined();
  const first = await call('requesterasure');
  const second = await call('requesterasure');
  expect(second.state?.receipt).toBe(first.state?.receipt);
  const asked = { application: 'asked', payment: 'asked', ticket: 'asked', auth: 'waiting' };
  expect(readStates(second.state)).toEqual(asked);
  await broker.waitForEvent(erasureRequested, userId);
  await broker.drain();
  expect(broker.eventsOfType(erasureRequested, userId)).toHaveLength(1);

  await report(ticketPersonErased);
  await report(paymentPersonErased);
  expect((await countRows()).accounts).toBe(1);
  await report(applicationPersonErased, [paidApplication]);
  const { receipt } = first.state ?? {};
  const done = await eventually(async () => {
    const { state } = await call('geterasure', { receipt });
    return state?.done_at ? state : undefined;
  });
  expect(readStates(done)).toEqual({ application: 'done', payment: 'done', ticket: 'done', auth: 'done' });
  expect(done.services[0]?.remaining).toEqual([paidApplication]);
  expect(await countRows()).toEqual(GONE);
  expect(await browser.call('submitsignup', buildSignUp(person))).toEqual({ status: 200 });
});

test('does not erase the account while a payment is open, and erases it after the later report', async () => {
  const { call, report, countRows } = await signIn();
  await call('requesterasure');
  const now = Date.now();
  await report(ticketPersonErased);
  await report(paymentPersonErased);
  await report(applicationPersonErased, [openPayment], new Date(now));
  await eventually(async () => readStates((await call('getownerasure')).state).application === 'waiting');
  expect((await countRows()).accounts).toBe(1);
  await report(applicationPersonErased, [], new Date(now + 1000));
  await eventually(async () => (await countRows()).accounts === 0);
  expect(await countRows()).toEqual(GONE);
});

test('requires a one-time password when the last is older than five minutes', async () => {
  const { call, userId } = await signIn();
  const opened_at = new Date(Date.now() - 6 * 60_000);
  await auth.database.collection('sessions').updateOne({ account_id: userId }, { $set: { opened_at } });
  expect((await call('requesterasure')).status).toBe(401);
  expect(await auth.database.collection<{ _id: string }>('erasures').findOne({ _id: userId })).toBeNull();
});
