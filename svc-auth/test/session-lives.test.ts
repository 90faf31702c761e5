import { type Db, type RunningService, runCommand, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser } from './support/test-browser.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

let auth: RunningService;
let database: Db;
beforeAll(async () => {
  auth = await startService('svc-auth');
  database = await auth.environment.openDatabase('auth');
});
afterAll(() => auth?.environment.close());

const { createMember, exchange, post } = createTestBrowser(() => auth);

interface OpenedSession {
  readonly sessionId: string;
  readonly setCookie: string;
}

async function signIn(number: string, overrides: object = {}): Promise<OpenedSession> {
  const browser = createTestBrowser(() => auth);
  await browser.post('websiteloginotp', { number });
  const guess = { number, otp: await browser.readNewestOtp(number), ...overrides };
  const response = await browser.post('submitwithotp', guess, { 'user-agent': CHROME });
  const [setCookie = ''] = response.headers.getSetCookie();
  return { sessionId: /archaka_session=([^;]+)/.exec(setCookie)?.[1] ?? '', setCookie };
}
const isOpen = async (sessionId: string) => (await exchange(sessionId)).status === 200;
async function callAs(sessionId: string, call: string) {
  const { data } = (await (await exchange(sessionId, 'svc-auth')).json()) as { data: [{ token: string }] };
  return post(call, {}, { authorization: `Bearer ${data[0].token}`, 'x-forwarded-for': '203.0.113.77' });
}

test('each use gives half an hour more, and a day after the sign-in it ends all the same', async () => {
  const { sessionId } = await signIn((await createMember()).number);
  for (let use = 1; use <= 57; use += 1) {
    await auth.environment.clock.advance({ minutes: 25 });
    expect(await isOpen(sessionId)).toBe(true);
  }
  await auth.environment.clock.advance({ minutes: 25 });
  expect(await isOpen(sessionId)).toBe(false);
});

test('on the own device a session lasts 30 days without use, and its cookie is kept', async () => {
  const { sessionId, setCookie } = await signIn((await createMember()).number, { own_device: true });
  expect(setCookie).toMatch(/Max-Age=7776000;/);
  await auth.environment.clock.advance({ hours: 29 * 24 });
  expect(await isOpen(sessionId)).toBe(true);
  await auth.environment.clock.advance({ hours: 31 * 24 });
  expect(await isOpen(sessionId)).toBe(false);
});

test('a page that is only open lengthens no session', async () => {
  const { sessionId } = await signIn((await createMember()).number);
  const renewSession = async () => {
    const response = await fetch(`${auth.url}/internal/exchangesession`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(await auth.environment.authorizeService('shell', 'svc-auth', 'exchangesession')),
      },
      body: JSON.stringify({ session_id: sessionId, audience: 'svc-application', renewal: true }),
    });
    return response.status;
  };
  for (const minutes of [10, 10, 8]) {
    await auth.environment.clock.advance({ minutes });
    expect(await renewSession()).toBe(200);
  }
  await auth.environment.clock.advance({ minutes: 3 });
  expect(await renewSession()).toBe(404);
});

test('sessions from before this rule end when they were to end', async () => {
  const { sessionId } = await signIn((await createMember()).number);
  const fields = { own_device: '', opened_at: '', last_used_at: '' };
  const expires_at = new Date(Date.now() + 400 * 24 * 3_600_000);
  await database.collection('sessions').updateMany({}, { $unset: fields, $set: { expires_at } });
  await auth.environment.clock.advance({ hours: 23 });
  expect(await isOpen(sessionId)).toBe(true);
});

test('the own sign-ins are listed with time and coarse device, open or ended, and no address', async () => {
  const { number } = await createMember();
  const [first, second] = [await signIn(number), await signIn(number, { own_device: true })];
  const listed = await callAs(second.sessionId, 'getsessions');
  const text = await listed.text();
  expect(JSON.parse(text)).toMatchObject({
    status: 200,
    data: [
      { browser: 'Chrome', system: 'Android', own_device: true, is_current: true },
      { browser: 'Chrome', system: 'Android', own_device: false, is_current: false },
      { browser: '', system: '', is_current: false },
    ],
  });
  expect(text).not.toMatch(/203\.0\.113|127\.0\.0|Mozilla/);
  await post('logout', {}, { cookie: `archaka_session=${first.sessionId}` });
  const { data } = (await (await callAs(second.sessionId, 'getsessions')).json()) as {
    data: { last_used_at?: string }[];
  };
  expect(data.map(({ last_used_at }) => last_used_at !== undefined)).toEqual([true, false, true]);
});

test('signing out everywhere ends all own sessions, and nobody else’s', async () => {
  const [owner, other] = [await createMember(), await createMember()];
  const [first, second, foreign] = [
    await signIn(owner.number),
    await signIn(owner.number, { own_device: true }),
    await signIn(other.number),
  ];
  const response = await callAs(first.sessionId, 'endsessions');
  expect(await response.json()).toEqual({ status: 200 });
  expect(response.headers.get('set-cookie')).toMatch(/^archaka_session=;/);
  expect(await isOpen(first.sessionId)).toBe(false);
  expect(await isOpen(second.sessionId)).toBe(false);
  expect(await isOpen(foreign.sessionId)).toBe(true);
});

test('signing out everywhere needs a sign-in of the last 15 minutes', async () => {
  const { number } = await createMember();
  const earlier = await signIn(number, { own_device: true });
  await auth.environment.clock.advance({ minutes: 16 });
  expect((await callAs(earlier.sessionId, 'endsessions')).status).toBe(401);
  expect(await isOpen(earlier.sessionId)).toBe(true);
  const again = await signIn(number);
  expect((await callAs(again.sessionId, 'endsessions')).status).toBe(200);
  expect(await isOpen(earlier.sessionId)).toBe(false);
});

test('signing in again on a browser ends the session that it had', async () => {
  const browser = createTestBrowser(() => auth);
  const { number } = await browser.createNewcomer();
  const first = await browser.openSession(number);
  const second = await browser.openSession(number);
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
});

test('an operator ends the sessions of a number, or all', async () => {
  const { ACCOUNT_INDEX_KEY, MASTER_KEYS } = auth.environment.secrets;
  const runEndSessions = (...args: string[]) =>
    runCommand({
      service: 'svc-auth',
      name: 'sessions',
      args,
      env: { MONGO_URL: auth.environment.mongoUrl, ACCOUNT_INDEX_KEY, MASTER_KEYS },
    });
  const [one, other] = [await createMember(), await createMember()];
  const [ownSession, foreign] = [await signIn(one.number), await signIn(other.number)];
  expect(await runEndSessions('end', '9000000000')).toMatchObject({ code: 1 });
  expect(await runEndSessions('end', one.number)).toMatchObject({ code: 0, stdout: '2 sessions ended.\n' });
  expect([await isOpen(ownSession.sessionId), await isOpen(foreign.sessionId)]).toEqual([false, true]);
  expect(await runEndSessions('end', '--all')).toMatchObject({ code: 0 });
  expect(await isOpen(foreign.sessionId)).toBe(false);
  expect(await runEndSessions('end')).toMatchObject({ code: 2, stderr: expect.stringContaining('Say') });
});

test('neither a list of sign-ins nor an end to sessions without a session', async () => {
  expect((await post('getsessions', {})).status).toBe(401);
  expect((await post('endsessions', {})).status).toBe(401);
});
