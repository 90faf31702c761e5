import { buildApplicant, buildSignUp, dumpStore } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { AccountIndex } from '../src/persistence/account-claims.ts';
import { serveAuth } from './support/test-browser.ts';

const numberConflict = { status: 420, message: 'Mobile Number Already Exists' };
const emailConflict = { status: 421, message: 'Email Already Exists' };

const auth = serveAuth();

const openBrowser = () => auth.openBrowser();
const { call, post, createMember } = openBrowser();

const signIn = async (number: string, browser = openBrowser()) => (await browser.signIn(number)).answer;

test("opens the account with the browser's own sign-up while a stranger's for the same number waits beside it", async () => {
  const [stranger, owner] = [buildApplicant(), buildApplicant()];
  const { number } = owner;
  const browser = openBrowser();
  expect(await call('submitsignup', buildSignUp({ ...stranger, number }))).toEqual({ status: 200 });
  expect(await browser.call('submitsignup', buildSignUp(owner))).toEqual({ status: 200 });
  expect(await call('submitsignup', buildSignUp({ ...stranger, number }))).toEqual({ status: 200 });
  expect(await signIn(number, browser)).toEqual({ id: expect.any(String), number, name: owner.name });
  expect(await auth.database.collection('signups').countDocuments()).toBe(0);
});

test('rejects sign-ups with number or e-mail of an account, the e-mail in any case [S-7.2] [S-9.12]', async () => {
  const [owner, stranger] = [await createMember(), buildApplicant()];
  const email = String(buildSignUp(owner).email);
  expect(await call('submitsignup', buildSignUp({ ...stranger, number: owner.number }))).toEqual(
    numberConflict,
  );
  const sameEmail = buildSignUp(stranger, { email: email.toUpperCase() });
  expect(await call('submitsignup', sameEmail)).toEqual(emailConflict);
});

test('separates the sign-ups of two persons on one browser', async () => {
  const browser = openBrowser();
  const [one, other] = [await browser.createNewcomer(), await browser.createNewcomer()];
  expect(await signIn(other.number, browser)).toMatchObject({ name: other.name });
  const first = await signIn(one.number, browser);
  expect(first).toMatchObject({ name: one.name });
  expect(first.to_confirm).toBeUndefined();
});

test('ignores a sign-up cookie that the portal did not issue', async () => {
  const invented = 'x'.repeat(43);
  const person = buildApplicant();
  const response = await post('submitsignup', buildSignUp(person), { cookie: `archaka_signup=${invented}` });
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^archaka_signup=[\w-]{43}; Max-Age=86400; Path=\/;.*HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(invented);
});

/** Signs in to a number whose earliest sign-up is a stranger's, from a browser that keeps no cookie of a sign-up. */
async function openUnconfirmed() {
  const [earliest, owner] = [buildApplicant(), buildApplicant()];
  const { number } = owner;
  const email = `${number}@a.example`;
  await openBrowser().call('submitsignup', buildSignUp({ ...earliest, number }, { email }));
  await openBrowser().call('submitsignup', buildSignUp(owner));
  const browser = openBrowser();
  return { owner, earliest, email, number, browser, ...(await browser.signIn(number)) };
}

test('signs another browser in with the earliest sign-up, shows its data, and claims its e-mail only once it is confirmed', async () => {
  const { number, earliest, email, cookies, answer, send } = await openUnconfirmed();
  const { name } = earliest;
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    'archaka_otp',
    'archaka_browser',
    'archaka_session',
  ]);
  expect(answer.to_confirm).toMatchObject({ name, number, email, pincode: '531111' });
  const user = { id: answer.id, number, name };
  expect(await send('session')).toEqual({ status: 200, data: [{ ...user, is_unconfirmed: true }] });
  expect(await readConsents(answer.id)).toEqual([]);
  const isFree = await openBrowser().call('submitsignup', buildSignUp(buildApplicant(), { email }));
  expect(isFree).toEqual({ status: 200 });
  expect((await signIn(number)).to_confirm).toMatchObject({ name, email });

  const corrected = buildSignUp(
    { ...earliest, number },
    { ...agreement, name: 'Rama', town: 'Nellore', email },
  );
  expect(await send('confirmsignup', corrected)).toEqual({ status: 200, data: [{ ...user, name: 'Rama' }] });
  expect(await send('session')).toEqual({ status: 200, data: [{ ...user, name: 'Rama' }] });
  expect(await readConsents(answer.id)).toMatchObject([{ agreed: true, how: 'sign-up' }]);
  expect(await openBrowser().call('submitsignup', buildSignUp(buildApplicant(), { email }))).toEqual(
    emailConflict,
  );
  expect(await signIn(number)).toEqual({ id: answer.id, number, name: 'Rama' });
});

test('confirms a sign-up only in a session of its number, and once', async () => {
  const { browser, owner, number, send } = await openUnconfirmed();
  const body = buildSignUp(owner);
  expect((await browser.post('confirmsignup', body)).status).toBe(401);
  expect(await send('confirmsignup', buildSignUp(buildApplicant()))).toMatchObject({ status: 403 });
  expect(await send('confirmsignup', body)).toMatchObject({ status: 200 });
  expect(await send('confirmsignup', body)).toMatchObject({ status: 420 });
  expect(await signIn(number)).not.toHaveProperty('to_confirm');
});

test('an account asks for 20 e-mail addresses a day, and corrects the rest after that', async () => {
  const { owner, email, send } = await openUnconfirmed();
  const { number: _number, ...account } = buildSignUp(owner);
  for (let asked = 0; asked < 20; asked += 1)
    expect(await send('correctaccount', { ...account, email: `${asked}.${email}` })).toEqual({ status: 200 });
  const another = { ...account, email: `another.${email}` };
  expect(await send('correctaccount', another)).toMatchObject({ status: 429 });
  expect(await send('confirmsignup', buildSignUp(owner))).toMatchObject({ status: 429 });
  expect(await send('correctaccount', { ...account, email: `19.${email}`, town: 'Nellore' })).toEqual({
    status: 200,
  });
});

test('an e-mail alone changes nothing for its owner before and after a stranger signs up with it', async () => {
  const [ownBrowser, strangers] = [openBrowser(), openBrowser()];
  const owner = await ownBrowser.createNewcomer();
  const { email } = buildSignUp(owner);
  const stranger = buildApplicant();
  expect(await strangers.call('submitsignup', buildSignUp(stranger, { email }))).toEqual({ status: 200 });
  expect(await signIn(owner.number, ownBrowser)).toMatchObject({ name: owner.name });
  // The stranger's sign-up must have another e-mail now.
  const { answer, send } = await strangers.signIn(stranger.number);
  expect(answer.to_confirm).toMatchObject({ email });
  expect(await send('confirmsignup', buildSignUp(stranger, { email }))).toEqual(emailConflict);
  expect(await send('confirmsignup', buildSignUp(stranger))).toMatchObject({ status: 200 });
});

test('creates one account with one id from ten concurrent sign-ups for a number', async () => {
  const [person, browser] = [buildApplicant(), openBrowser()];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      browser.call('submitsignup', buildSignUp(person, { email: `${person.number}.${at}@example.org` })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { id } = await signIn(person.number, browser);
  expect((await signIn(person.number)).id).toBe(id);
  const index = new AccountIndex([{ kid: '1', key: auth.environment.secrets.ACCOUNT_INDEX_KEY }]);
  const claim = { _id: `number:${index.compute('number', person.number)}` as never };
  expect(await auth.database.collection('accountclaims').findOne(claim)).toMatchObject({ account_id: id });
  expect(await auth.database.collection('accounts').countDocuments({ _id: id as never })).toBe(1);
});

test('deletes a sign-up after 24 hours when its number does not sign in', async () => {
  const person = buildApplicant();
  await post('submitsignup', buildSignUp(person));
  await auth.environment.clock.advance({ hours: 23 });
  expect(await call('websiteloginotp', { number: person.number })).toEqual({ status: 200 });
  await auth.environment.clock.advance({ hours: 2 });
  expect((await call('websiteloginotp', { number: person.number })).status).toBe(420);
  const indexes = await auth.database.collection('signups').indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }));
});

test('stores no plain number, name, e-mail or address in any collection', async () => {
  const since = new Date();
  const person = buildApplicant();
  const fields = {
    name: 'Viswanatha Dikshitulu',
    address: '77 Koneru Lane',
    email: `${person.id}@example.org`,
  };
  const browser = openBrowser();
  expect(await browser.call('submitsignup', buildSignUp(person, fields))).toEqual({ status: 200 });
  expect(await signIn(person.number, browser)).toMatchObject({ name: fields.name });
  const dump = await dumpStore(auth.database.client, { prefix: auth.database.databaseName, since });
  const secrets = [person.number, ...Object.values(fields)];
  expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
});

async function openMember() {
  const browser = openBrowser();
  const member = await browser.openMember();
  const { number: _number, ...account } = buildSignUp(member.person);
  return { browser, account, ...member };
}

test('corrects the account, also for its open session, and releases the previous e-mail', async () => {
  const { browser, sessionId, send, account } = await openMember();
  const other = await openMember();
  const changed = { ...account, name: 'Rama', email: `new.${account.email}`, town: 'Nellore' };
  expect(await send('correctaccount', changed)).toMatchObject({ status: 200 });
  expect((await send('getaccount', {})).data).toMatchObject([
    { name: 'Rama', email: changed.email, town: 'Nellore' },
  ]);
  expect(decodeJwt((await browser.authorize(sessionId)).headers.authorization)).toMatchObject({
    name: 'Rama',
  });
  const taken = { ...other.account, email: changed.email.toUpperCase() };
  expect(await other.send('correctaccount', taken)).toMatchObject({ status: 421 });
  const freed = { ...other.account, email: account.email };
  expect(await other.send('correctaccount', freed)).toMatchObject({ status: 200 });
  expect(await send('correctaccount', { ...changed, email: 'nobody' })).toMatchObject({ status: 400 });
});

const agreement = { notice_version: 1, notice_language: 'te' };
const readConsents = (userId: string) => auth.database.collection('consents').find({ userId }).toArray();
const countConsents = () => auth.database.collection('consents').countDocuments();

test('records the agreement of a sign-up with its account, once, and lists it to its owner', async () => {
  const person = buildApplicant();
  const before = await countConsents();
  const browser = openBrowser();
  expect(await browser.call('submitsignup', buildSignUp(person, agreement))).toEqual({ status: 200 });
  expect(await countConsents()).toBe(before);

  const { id } = await signIn(person.number, browser);
  expect((await signIn(person.number)).id).toBe(id);
  const consent = { version: 1, agreed: true, language: 'te', how: 'sign-up' };
  expect(await readConsents(id)).toMatchObject([{ userId: id, noticeId: '2024', ...consent }]);
  const { send } = await openBrowser().signIn(person.number);
  expect(await send('getsignupconsents')).toMatchObject({ data: [{ notice_id: '2024', ...consent }] });
  const account = await auth.database.collection<{ _id: string }>('accounts').findOne({ _id: id });
  expect(Object.keys(account ?? {}).join()).not.toMatch(/notice|consent/);
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
