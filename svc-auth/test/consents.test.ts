import { buildApplicant, buildSignUp, type Db, type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser } from './support/test-browser.ts';

const agreement = { notice_version: 1, notice_language: 'te' };

let auth: RunningService;
let database: Db;
beforeAll(async () => {
  auth = await startService('svc-auth');
  database = await auth.environment.openDatabase('auth');
});
afterAll(() => auth?.environment.close());

const openBrowser = () => createTestBrowser(() => auth);
const { call, post, readNewestOtp, createMember } = openBrowser();

async function signIn(number: string): Promise<string> {
  const browser = openBrowser();
  await browser.post('websiteloginotp', { number });
  const response = await browser.post('submitwithotp', { number, otp: await readNewestOtp(number) });
  const { data } = (await response.json()) as { data: [{ id: string }] };
  return data[0].id;
}
const readRows = (userId: string) => database.collection('consents').find({ userId }).toArray();
const countRows = () => database.collection('consents').countDocuments();

async function listConsents(number: string): Promise<unknown> {
  const browser = openBrowser();
  const exchanged = await browser.exchange(await browser.openSession(number), 'svc-auth');
  const { data } = (await exchanged.json()) as { data: [{ token: string }] };
  const listed = await browser.post('getsignupconsents', {}, { authorization: `Bearer ${data[0].token}` });
  return ((await listed.json()) as { data: unknown }).data;
}

test('records the agreement of a sign-up with its account, once, and lists it to its owner', async () => {
  const person = buildApplicant();
  const before = await countRows();
  expect(await call('submitsignup', buildSignUp(person, agreement))).toEqual({ status: 200 });
  expect(await countRows()).toBe(before);

  const id = await signIn(person.number);
  expect(await signIn(person.number)).toBe(id);
  expect(await readRows(id)).toEqual([
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
  const id = await signIn(person.number);
  expect(await readRows(id)).toMatchObject([{ version: 1, agreed: false, how: 'sign-up' }]);
  const { number } = await createMember();
  expect(await listConsents(number)).toMatchObject([{ agreed: false }]);
});

test('records the agreement of the sign-up that became the account, not of one that it replaced', async () => {
  const person = buildApplicant();
  const before = await countRows();
  await post('submitsignup', buildSignUp(person));
  await post('submitsignup', buildSignUp(person, { ...agreement, notice_language: 'en' }));
  const id = await signIn(person.number);
  expect(await readRows(id)).toMatchObject([{ agreed: true, language: 'en' }]);
  expect(await countRows()).toBe(before + 1);
});

test('records nothing when the account is rolled back, and all of it at the next sign-in', async () => {
  const person = buildApplicant();
  await post('submitsignup', buildSignUp(person, agreement));
  const before = await countRows();
  await database.command({ collMod: 'accounts', validator: { number: 'nobody' } });
  try {
    await openBrowser().post('websiteloginotp', { number: person.number });
    await expect(signIn(person.number)).rejects.toThrow();
    expect(await countRows()).toBe(before);
  } finally {
    await database.command({ collMod: 'accounts', validator: {} });
  }
  expect(await readRows(await signIn(person.number))).toMatchObject([{ agreed: true }]);
});

test('answers a sign-up under another version with the current notice, and stores nothing', async () => {
  const person = buildApplicant();
  const response = await post('submitsignup', buildSignUp(person, { notice_version: 2 }));
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { code: 'notice-changed', privacy_notice: { version: 1 } },
  ]);
  expect((await call('websiteloginotp', { number: person.number })).status).toBe(420);
});

test('rejects a language that the notice is not in', async () => {
  const response = await post('submitsignup', buildSignUp(buildApplicant(), { notice_language: 'hi' }));
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ field: 'notice_language' }] },
  ]);
});
