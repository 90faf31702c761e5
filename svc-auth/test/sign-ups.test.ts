import { applicant, type RunningService, signUp, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connection, createConnection } from 'mongoose';
import { doorwayOf } from './support/doorway.ts';

const numberTaken = { status: 420, message: 'Mobile Number Already Exists' };
const emailTaken = { status: 421, message: 'Email Already Exists' };

let auth: RunningService;
let database: Connection;
beforeAll(async () => {
  auth = await startService('svc-auth');
  const { mongoUrl } = auth.stage;
  const dbName = `${new URL(mongoUrl).pathname.slice(1)}_auth`;
  database = await createConnection(mongoUrl, { dbName }).asPromise();
});
afterAll(async () => {
  await database?.close();
  await auth?.stage.close();
});

const newBrowser = () => doorwayOf(() => auth);
const { answer, post, newestOtp, member, sessionIdOf } = newBrowser();

async function signIn(number: string): Promise<{ id: string; name: string }> {
  const browser = newBrowser();
  await browser.post('websiteloginotp', { number });
  const response = await browser.post('submitwithotp', { number, otp: await newestOtp(number) });
  const { data } = (await response.json()) as { data: [{ id: string; name: string }] };
  return data[0];
}

test('until its number has signed in, a sign-up is replaced by the next for the number, and holds no e-mail', async () => {
  const [stranger, owner] = [applicant(), applicant()];
  const { number } = owner;
  const email = String(signUp(owner).email);
  expect(await answer('submitsignup', signUp({ ...stranger, number }, { email }))).toEqual({ status: 200 });
  expect(await answer('submitsignup', signUp(owner))).toEqual({ status: 200 });
  expect(await signIn(number)).toMatchObject({ name: owner.name });

  expect(await answer('submitsignup', signUp({ ...stranger, number }))).toEqual(numberTaken);
  const sameEmail = signUp(stranger, { email: email.toUpperCase() });
  expect(await answer('submitsignup', sameEmail)).toEqual(emailTaken);
});

test('a sign-up with an e-mail replaces another’s that waits with it', async () => {
  const [earlier, later] = [applicant(), applicant()];
  const { email } = signUp(earlier);
  await post('submitsignup', signUp(earlier));
  expect(await answer('submitsignup', signUp(later, { email }))).toEqual({ status: 200 });
  expect((await answer('websiteloginotp', { number: earlier.number })).status).toBe(420);
  expect(await signIn(later.number)).toMatchObject({ name: later.name });
});

test('who has the password on the way keeps the own sign-up, whoever signs up for the number meanwhile', async () => {
  const [owner, stranger] = [applicant(), applicant()];
  const { number } = owner;
  const browser = newBrowser();
  await browser.post('submitsignup', signUp(owner));
  await browser.post('websiteloginotp', { number });
  await post('submitsignup', signUp({ ...stranger, number }, { email: 'stranger@example.org' }));
  const response = await browser.post('submitwithotp', { number, otp: await newestOtp(number) });
  expect(await response.json()).toMatchObject({ status: 200, data: [{ name: owner.name }] });
});

test('of ten sign-ups for one number at once one becomes its account, and no other has its id', async () => {
  const someone = applicant();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      answer('submitsignup', signUp(someone, { email: `${someone.number}.${at}@example.org` })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { id } = await signIn(someone.number);
  expect((await signIn(someone.number)).id).toBe(id);
  expect(await database.collection('accounts').countDocuments({ number: someone.number })).toBe(1);
});

test('the id of a replaced sign-up is nobody’s later', async () => {
  const someone = applicant();
  await post('submitsignup', signUp(someone));
  const replaced = await database.collection('signups').findOne({ number: someone.number });
  await post('submitsignup', signUp(someone));
  expect((await signIn(someone.number)).id).not.toBe(String(replaced?._id));
});

test('a sign-up whose number does not sign in is gone after 24 hours', async () => {
  const someone = applicant();
  await post('submitsignup', signUp(someone));
  await auth.stage.clock.advance({ hours: 23 });
  expect(await answer('websiteloginotp', { number: someone.number })).toEqual({ status: 200 });
  await auth.stage.clock.advance({ hours: 2 });
  expect((await answer('websiteloginotp', { number: someone.number })).status).toBe(420);
  const indexes = await database.collection('signups').indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }));
});

test('accounts of before this rule keep number, e-mail and id', async () => {
  const earlier = applicant();
  const { email, ...rest } = signUp(earlier);
  const account = { ...rest, email, _id: earlier.id, created_at: new Date('2026-01-01') };
  await database.collection<{ _id: string }>('accounts').insertOne(account);
  await database
    .collection<{ _id: string }>('accountclaims')
    .insertMany([
      { _id: `number:${earlier.number}`, account_id: earlier.id } as { _id: string },
      { _id: `email:${String(email).toLowerCase()}`, account_id: earlier.id } as { _id: string },
    ]);
  expect(await answer('submitsignup', signUp(earlier, { email: 'new@example.org' }))).toEqual(numberTaken);
  expect(await answer('submitsignup', signUp(applicant(), { email }))).toEqual(emailTaken);
  expect((await signIn(earlier.number)).id).toBe(earlier.id);
});

test('an account signs in again under the same id, on any browser', async () => {
  const { number } = await member();
  const first = await signIn(number);
  expect(await sessionIdOf(number)).not.toBe('');
  expect(await signIn(number)).toEqual(first);
});
