import { toCallPath } from '@archaka/contracts';
import { createCode, deriveLocalStaff, toStep } from '@archaka/service-kit/operators';
import { createCookieJar, startService } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { SoftwareAuthenticator } from './software-authenticator.ts';

const desk = await startService('svc-desk');
afterAll(() => desk.environment.close());
const database = await desk.environment.openDatabase('desk');

const origin = () => desk.environment.urls.shell;
const getMember = (name: string) => {
  const member = deriveLocalStaff(desk.environment.secrets.LOCAL_STAFF_SECRET).find(
    (each) => each.name === name,
  );
  if (!member) throw new Error(`no local member of the staff is called ${name}`);
  return member;
};

/** A browser with cookies of its own. */
function openBrowser() {
  const jar = createCookieJar();
  return async (name: string, body: object = {}) => {
    const response = await fetch(desk.url + toCallPath({ name, session: 'staff' }), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: origin(), cookie: jar.toHeader() },
      body: JSON.stringify(body),
    });
    jar.storeFrom(response.headers);
    const { status, data = [] } = (await response.json()) as {
      status: number;
      data?: { challenge: string }[];
    };
    return { http: response.status, status, data, challenge: data[0]?.challenge ?? '' };
  };
}
type Browser = ReturnType<typeof openBrowser>;

interface Fault {
  readonly code?: string;
  readonly startedBy?: string;
  readonly origin?: string;
  readonly isVerified?: boolean;
}

/** A code is valid once: each member starts one passkey. */
async function startPasskey(name: string, { code, startedBy = 'startpasskey' }: Fault = {}) {
  const { password, secret } = getMember(name);
  const browser = openBrowser();
  const step = toStep(new Date());
  await browser('signinstaff', { name, password, code: createCode(secret, step) });
  const authenticator = new SoftwareAuthenticator(origin(), `local-${name}`);
  const { challenge } = await browser(startedBy, { code: code ?? createCode(secret, step + 1) });
  const add = (fault: Fault = {}) =>
    browser('addpasskey', { name: 'Office', credential: authenticator.create({ challenge, ...fault }) });
  return { browser, authenticator, add };
}

async function signIn(
  authenticator: SoftwareAuthenticator,
  fault: Fault = {},
  browser: Browser = openBrowser(),
) {
  const { challenge } = await browser('startpasskeysignin');
  const credential = authenticator.get({ challenge, ...fault });
  const { status, data } = await browser('signinwithpasskey', { credential });
  return { browser, credential, status, data };
}

test('a member adds a passkey, signs in by it in another browser, and removes it', async () => {
  const { browser, authenticator, add } = await startPasskey('finance');
  expect((await add()).status).toBe(200);
  const listed = { id: authenticator.id, name: 'Office', is_synced: true, added_at: expect.any(String) };
  expect((await browser('getpasskeys')).data).toEqual([listed]);

  const signedIn = await signIn(authenticator);
  expect(signedIn.data).toEqual([{ id: 'local-finance', name: 'finance', roles: ['finance'] }]);
  expect((await signedIn.browser('getstaffsession')).http).toBe(200);
  expect((await signedIn.browser('getpasskeys')).data).toEqual([{ ...listed, used_at: expect.any(String) }]);

  await signedIn.browser('removepasskey', { id: authenticator.id });
  expect((await browser('getpasskeys')).data).toEqual([]);
  expect((await signIn(authenticator)).status).toBe(420);
  const entries = await database.collection('audit_entries').find({ 'actor.id': 'local-finance' }).toArray();
  expect(entries.map(({ action, detail }) => [action, detail?.by])).toEqual([
    ['staff.signed-in', 'password'],
    ['passkey.added', undefined],
    ['staff.signed-in', 'passkey'],
    ['passkey.removed', undefined],
  ]);
});

test.each([
  ['without a right code', 'auditor', { code: '000000' }],
  ['for the challenge of a sign-in', 'scrutiny-clerk-2', { startedBy: 'startpasskeysignin' }],
  ['for another origin', 'finance-2', { origin: 'https://example.in' }],
  ['unless the authenticator has verified the person', 'senior-clerk-2', { isVerified: false }],
])('adds no passkey %s', async (_condition, name, fault) => {
  const { browser, authenticator, add } = await startPasskey(name, fault);
  expect((await add(fault)).status).toBe(420);
  expect((await browser('getpasskeys')).data).toEqual([]);
  expect((await signIn(authenticator)).status).toBe(420);
});

test('each challenge signs one browser in once', async () => {
  const { authenticator, add } = await startPasskey('hall-officer');
  await add();
  const { browser, credential, status } = await signIn(authenticator);
  expect(status).toBe(200);
  expect((await browser('signinwithpasskey', { credential })).status).toBe(420);
  const { challenge } = await openBrowser()('startpasskeysignin');
  await browser('startpasskeysignin');
  const stolen = { credential: authenticator.get({ challenge }) };
  expect((await browser('signinwithpasskey', stolen)).status).toBe(420);
  expect((await openBrowser()('signinwithpasskey', stolen)).status).toBe(420);
});

test('a challenge lasts five minutes', async () => {
  const { authenticator, add } = await startPasskey('senior-clerk');
  await add();
  const browser = openBrowser();
  const { challenge } = await browser('startpasskeysignin');
  await database
    .collection('challenges')
    .updateMany({ 'values.challenge': challenge }, [
      { $set: { created_at: { $subtract: ['$created_at', 5 * 60_000] } } },
    ]);
  const credential = authenticator.get({ challenge });
  expect((await browser('signinwithpasskey', { credential })).status).toBe(420);
});

test('rejects another origin, a person who was not verified, a copy of the passkey and a disabled account', async () => {
  const { authenticator, add } = await startPasskey('help-desk');
  await add();
  authenticator.counter = 5;
  expect((await signIn(authenticator)).status).toBe(200);
  expect((await signIn(authenticator)).status).toBe(420);
  authenticator.counter = 6;
  expect((await signIn(authenticator, { origin: 'https://example.in' })).status).toBe(420);
  expect((await signIn(authenticator, { isVerified: false })).status).toBe(420);
  expect((await signIn(authenticator)).status).toBe(200);
  authenticator.counter = 7;
  await database
    .collection<{ _id: string }>('staff')
    .updateOne({ _id: 'local-help-desk' }, { $set: { disabled: true } });
  expect((await signIn(authenticator)).status).toBe(420);
});

test("an administrator's reset removes the passkeys of a member", async () => {
  const { authenticator, add } = await startPasskey('scrutiny-clerk');
  const administrator = await startPasskey('administrator');
  await Promise.all([add(), administrator.add()]);
  await administrator.browser('changestaffaccount', { name: 'scrutiny-clerk', action: 'reset' });
  expect((await signIn(authenticator)).status).toBe(420);
  expect((await signIn(administrator.authenticator)).status).toBe(200);
});
