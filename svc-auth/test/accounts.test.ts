import {
  buildApplicant,
  buildSignUp,
  type Db,
  dumpStore,
  type RunningService,
  startService,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createAccountIndex } from '../src/persistence/account-index.ts';
import { createTestBrowser, getDifferentOtp } from './support/test-browser.ts';

const numberConflict = { status: 420, message: 'Mobile Number Already Exists' };
const emailConflict = { status: 421, message: 'Email Already Exists' };

let auth: RunningService;
let database: Db;
beforeAll(async () => {
  auth = await startService('svc-auth');
  database = await auth.environment.openDatabase('auth');
});
afterAll(() => auth?.environment.close());

const openBrowser = () => createTestBrowser(() => auth);
const { call, post, readNewestOtp, createMember, openSession } = openBrowser();

async function signIn(number: string): Promise<{ id: string; name: string }> {
  const browser = openBrowser();
  await browser.post('websiteloginotp', { number });
  const response = await browser.post('submitwithotp', { number, otp: await readNewestOtp(number) });
  const { data } = (await response.json()) as { data: [{ id: string; name: string }] };
  return data[0];
}

test('replaces a sign-up by the next one for its number until that number signs in, and reserves no e-mail for it', async () => {
  const [stranger, owner] = [buildApplicant(), buildApplicant()];
  const { number } = owner;
  const email = String(buildSignUp(owner).email);
  expect(await call('submitsignup', buildSignUp({ ...stranger, number }, { email }))).toEqual({
    status: 200,
  });
  expect(await call('submitsignup', buildSignUp(owner))).toEqual({ status: 200 });
  expect(await signIn(number)).toMatchObject({ name: owner.name });

  expect(await call('submitsignup', buildSignUp({ ...stranger, number }))).toEqual(numberConflict);
  const sameEmail = buildSignUp(stranger, { email: email.toUpperCase() });
  expect(await call('submitsignup', sameEmail)).toEqual(emailConflict);
});

test('replaces a pending sign-up by a later one with the same e-mail', async () => {
  const [earlier, later] = [buildApplicant(), buildApplicant()];
  const { email } = buildSignUp(earlier);
  await post('submitsignup', buildSignUp(earlier));
  expect(await call('submitsignup', buildSignUp(later, { email }))).toEqual({ status: 200 });
  expect((await call('websiteloginotp', { number: earlier.number })).status).toBe(420);
  expect(await signIn(later.number)).toMatchObject({ name: later.name });
});

test('signs in the sign-up that requested the OTP, when another sign-up for the number follows the request', async () => {
  const [owner, stranger] = [buildApplicant(), buildApplicant()];
  const { number } = owner;
  const browser = openBrowser();
  await browser.post('submitsignup', buildSignUp(owner));
  await browser.post('websiteloginotp', { number });
  await post('submitsignup', buildSignUp({ ...stranger, number }, { email: 'stranger@example.org' }));
  const response = await browser.post('submitwithotp', { number, otp: await readNewestOtp(number) });
  expect(await response.json()).toMatchObject({ status: 200, data: [{ name: owner.name }] });
});

test('creates one account with one id from ten concurrent sign-ups for a number', async () => {
  const person = buildApplicant();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      call('submitsignup', buildSignUp(person, { email: `${person.number}.${at}@example.org` })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { id } = await signIn(person.number);
  expect((await signIn(person.number)).id).toBe(id);
  const index = createAccountIndex([{ kid: '1', key: auth.environment.secrets.ACCOUNT_INDEX_KEY }]);
  const claim = { _id: `number:${index.compute('number', person.number)}` as never };
  expect(await database.collection('accountclaims').findOne(claim)).toMatchObject({ account_id: id });
  expect(await database.collection('accounts').countDocuments({ _id: id as never })).toBe(1);
});

test('never reuses the id of a replaced sign-up', async () => {
  const person = buildApplicant();
  await post('submitsignup', buildSignUp(person));
  const replaced = await database.collection('signups').findOne({}, { sort: { created_at: -1 } });
  await post('submitsignup', buildSignUp(person));
  expect((await signIn(person.number)).id).not.toBe(String(replaced?._id));
});

test('deletes a sign-up after 24 hours when its number does not sign in', async () => {
  const person = buildApplicant();
  await post('submitsignup', buildSignUp(person));
  await auth.environment.clock.advance({ hours: 23 });
  expect(await call('websiteloginotp', { number: person.number })).toEqual({ status: 200 });
  await auth.environment.clock.advance({ hours: 2 });
  expect((await call('websiteloginotp', { number: person.number })).status).toBe(420);
  const indexes = await database.collection('signups').indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }));
});

test('returns the same id when an account signs in again, on any browser', async () => {
  const { number } = await createMember();
  const first = await signIn(number);
  expect(await openSession(number)).not.toBe('');
  expect(await signIn(number)).toEqual(first);
});

test('stores no plain number, name, e-mail or address in any collection', async () => {
  const since = new Date();
  const person = buildApplicant();
  const fields = {
    name: 'Viswanatha Dikshitulu',
    address: '77 Koneru Lane',
    email: `${person.id}@example.org`,
  };
  expect(await call('submitsignup', buildSignUp(person, fields))).toEqual({ status: 200 });
  expect(await signIn(person.number)).toMatchObject({ name: fields.name });
  const dump = await dumpStore(database.client, { prefix: database.databaseName, since });
  const secrets = [person.number, ...Object.values(fields)];
  expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
});

async function createSignedInMember() {
  const browser = openBrowser();
  const person = await browser.createNewcomer();
  const sessionId = await browser.openSession(person.number);
  const exchange = async () => {
    const exchanged = await browser.exchange(sessionId, 'svc-auth');
    const { data } = (await exchanged.json()) as { data: [{ token: string }] };
    return data[0].token;
  };
  const headers = { authorization: `Bearer ${await exchange()}` };
  const call = async (name: string, body: object) => {
    const response = await browser.post(name, body, headers);
    return { http: response.status, ...((await response.json()) as { status: number; data?: [object] }) };
  };
  const { number: _number, ...account } = buildSignUp(person);
  return { browser, person, account, sessionId, exchange, call };
}

test('corrects the account, also for its open session, and releases the previous e-mail', async () => {
  const { call, account, exchange } = await createSignedInMember();
  const other = await createSignedInMember();
  const changed = { ...account, name: 'Rama', email: `new.${account.email}`, town: 'Nellore' };
  expect(await call('correctaccount', changed)).toMatchObject({ status: 200 });
  expect((await call('getaccount', {})).data).toMatchObject([
    { name: 'Rama', email: changed.email, town: 'Nellore' },
  ]);
  expect(decodeJwt(await exchange())).toMatchObject({ name: 'Rama' });
  const taken = { ...other.account, email: changed.email.toUpperCase() };
  expect(await other.call('correctaccount', taken)).toMatchObject({ status: 421 });
  const freed = { ...other.account, email: account.email };
  expect(await other.call('correctaccount', freed)).toMatchObject({ status: 200 });
  expect(await call('correctaccount', { ...changed, email: 'nobody' })).toMatchObject({ http: 400 });
});

test('changes the number with the OTPs of both numbers, ends the other sessions and releases the old number', async () => {
  const { browser, person, sessionId, call } = await createSignedInMember();
  const { number } = buildApplicant();
  expect(await call('requestnumberchange', { number })).toMatchObject({ status: 200 });
  const [old_otp, otp] = [await browser.readNewestOtp(person.number), await browser.readNewestOtp(number)];
  expect(await call('changenumber', { number, old_otp, otp: getDifferentOtp(otp) })).toMatchObject({
    status: 420,
  });
  expect(await call('changenumber', { number, old_otp, otp })).toMatchObject({
    status: 200,
    data: [{ number }],
  });
  expect((await browser.exchange(sessionId)).status).toBe(404);
  expect(await browser.call('websiteloginotp', { number: person.number })).toMatchObject({ status: 420 });
  expect(await browser.openSession(number)).not.toBe('');
});

test('rejects a number that has an account, and an OTP that was sent for signing in', async () => {
  const { browser, person, call } = await createSignedInMember();
  const other = await createSignedInMember();
  expect(await call('requestnumberchange', { number: other.person.number })).toMatchObject({ status: 420 });
  const { number } = buildApplicant();
  await call('requestnumberchange', { number });
  const newOtp = await browser.readNewestOtp(number);
  await browser.post('websiteloginotp', { number: person.number });
  const signInOtp = await browser.readNewestOtp(person.number);
  const response = await call('changenumber', { number, old_otp: signInOtp, otp: newOtp });
  expect(response).toMatchObject({ status: 420 });
});

test('invalidates the OTPs after five wrong guesses', async () => {
  const { browser, person, call } = await createSignedInMember();
  const { number } = buildApplicant();
  await call('requestnumberchange', { number });
  const [right, otp] = [await browser.readNewestOtp(person.number), await browser.readNewestOtp(number)];
  const guess = (old_otp: string) => call('changenumber', { number, old_otp, otp });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await guess(getDifferentOtp(right))).status);
  expect(statuses).toEqual(Array(5).fill(420));
  expect(await guess(right)).toMatchObject({ http: 429 });
});

const agreement = { notice_version: 1, notice_language: 'te' };
const readConsents = (userId: string) => database.collection('consents').find({ userId }).toArray();
const countConsents = () => database.collection('consents').countDocuments();

async function listConsents(number: string): Promise<unknown> {
  const browser = openBrowser();
  const exchanged = await browser.exchange(await browser.openSession(number), 'svc-auth');
  const { data } = (await exchanged.json()) as { data: [{ token: string }] };
  const listed = await browser.post('getsignupconsents', {}, { authorization: `Bearer ${data[0].token}` });
  return ((await listed.json()) as { data: unknown }).data;
}

test('records the agreement of a sign-up with its account, once, and lists it to its owner', async () => {
  const person = buildApplicant();
  const before = await countConsents();
  expect(await call('submitsignup', buildSignUp(person, agreement))).toEqual({ status: 200 });
  expect(await countConsents()).toBe(before);

  const { id } = await signIn(person.number);
  expect((await signIn(person.number)).id).toBe(id);
  expect(await readConsents(id)).toEqual([
    {
      _id: `${id}:2024:1:agreed`,
      userId: id,
      noticeId: '2024',
      version: 1,
      agreed: true,
      language: 'te',
      at: expect.any(Date),
      how: 'sign-up',
    },
  ]);
  const listed = { notice_id: '2024', version: 1, agreed: true, language: 'te', at: expect.any(String) };
  expect(await listConsents(person.number)).toEqual([{ ...listed, how: 'sign-up' }]);
  const account = await database.collection<{ _id: string }>('accounts').findOne({ _id: id });
  expect(Object.keys(account ?? {}).join()).not.toMatch(/notice|consent/);
});

test('records a sign-up without a version as not agreed', async () => {
  const person = buildApplicant();
  await post('submitsignup', buildSignUp(person));
  const { id } = await signIn(person.number);
  expect(await readConsents(id)).toMatchObject([{ version: 1, agreed: false, how: 'sign-up' }]);
  const { number } = await createMember();
  expect(await listConsents(number)).toMatchObject([{ agreed: false }]);
});

test('records the agreement of the sign-up that became the account, not of one that it replaced', async () => {
  const person = buildApplicant();
  const before = await countConsents();
  await post('submitsignup', buildSignUp(person));
  await post('submitsignup', buildSignUp(person, { ...agreement, notice_language: 'en' }));
  const { id } = await signIn(person.number);
  expect(await readConsents(id)).toMatchObject([{ agreed: true, language: 'en' }]);
  expect(await countConsents()).toBe(before + 1);
});

test('records nothing when the account is rolled back, and all of it at the next sign-in', async () => {
  const person = buildApplicant();
  await post('submitsignup', buildSignUp(person, agreement));
  const before = await countConsents();
  await database.command({ collMod: 'accounts', validator: { number: 'nobody' } });
  try {
    await openBrowser().post('websiteloginotp', { number: person.number });
    await expect(signIn(person.number)).rejects.toThrow();
    expect(await countConsents()).toBe(before);
  } finally {
    await database.command({ collMod: 'accounts', validator: {} });
  }
  expect(await readConsents((await signIn(person.number)).id)).toMatchObject([{ agreed: true }]);
});

test('responds to a sign-up under another version with the current notice, and stores nothing', async () => {
  const person = buildApplicant();
  const response = await post('submitsignup', buildSignUp(person, { notice_version: 2 }));
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { code: 'notice-changed', privacy_notice: { version: 1 } },
  ]);
  expect((await call('websiteloginotp', { number: person.number })).status).toBe(420);
});

test('rejects a language in which the notice does not exist', async () => {
  const response = await post('submitsignup', buildSignUp(buildApplicant(), { notice_language: 'hi' }));
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ field: 'notice_language' }] },
  ]);
});
