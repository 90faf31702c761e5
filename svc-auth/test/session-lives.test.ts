import { MAX_SESSIONS } from '@archaka/contracts';
import {
  type Db,
  eventually,
  type RunningService,
  runCommand,
  scaledTimeout,
  startService,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser } from './support/test-browser.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const DAY_S = 24 * 60 * 60;

let auth: RunningService;
let database: Db;
beforeAll(async () => {
  auth = await startService('svc-auth');
  database = await auth.environment.openDatabase('auth');
});
afterAll(() => auth?.environment.close());

const { createMember, exchange, openSession, otherBrowser, post } = createTestBrowser(() => auth);

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

const openNewSession = async () => otherBrowser().openSession((await createMember()).number);

const requestEnded = async (session_ids: string[], headers?: Record<string, string>) =>
  fetch(`${auth.url}/internal/endedsessions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(headers ?? (await auth.environment.authorizeService('shell', 'svc-auth', 'endedsessions'))),
    },
    body: JSON.stringify({ session_ids }),
  });

async function findEnded(...sessionIds: string[]): Promise<string[]> {
  const { data } = (await (await requestEnded(sessionIds)).json()) as { data: { session_id: string }[] };
  return data.map(({ session_id }) => session_id);
}

test('sessions that were logged out or never were are named, and no others', async () => {
  const [staying, leaving] = [await openNewSession(), await openNewSession()];
  expect(await findEnded(staying, leaving)).toEqual([]);
  await post('logout', {}, { cookie: `archaka_session=${leaving}` });
  expect(await findEnded(leaving, staying, 'never-was')).toEqual([leaving, 'never-was']);
});

test('a token is worthless two seconds after its session was logged out', async () => {
  const [staying, leaving] = [await openNewSession(), await openNewSession()];
  const getAuthorization = async (session_id: string) => {
    const { data } = (await (await exchange(session_id, 'svc-auth')).json()) as { data: { token: string }[] };
    return { authorization: `Bearer ${data[0]?.token}` };
  };
  const [other, token] = [await getAuthorization(staying), await getAuthorization(leaving)];
  expect((await post('session', {}, token)).status).toBe(200);

  await post('logout', {}, { cookie: `archaka_session=${leaving}` });
  const loggedOut = performance.now();
  await eventually(async () => (await post('session', {}, token)).status === 401);
  expect(performance.now() - loggedOut).toBeLessThan(scaledTimeout(2000));
  expect((await post('session', {}, other)).status).toBe(200);
});

test('a session runs out half an hour after its last use, also when it is asked after meanwhile', async () => {
  const sessionId = await openNewSession();
  await auth.environment.clock.advance({ minutes: 28 });
  expect(await findEnded(sessionId)).toEqual([]);
  await auth.environment.clock.advance({ minutes: 3 });
  expect(await findEnded(sessionId)).toEqual([sessionId]);
});

test('500 sessions are answered for at once, however long their ids, and one more is refused', async () => {
  const many = Array.from({ length: MAX_SESSIONS }, (_, number) => String(number).padStart(100, 'x'));
  expect(await findEnded(...many)).toEqual(many);
  expect((await requestEnded([...many, 'one-more'])).status).toBe(400);
});

test('only a service with its own token may ask', async () => {
  const sessionId = await openNewSession();
  expect((await requestEnded([sessionId], {})).status).toBe(401);
  expect(
    (
      await requestEnded(
        [sessionId],
        await auth.environment.authorizeService('shell', 'svc-payment', 'endedsessions'),
      )
    ).status,
  ).toBe(401);
});

test('no session is logged, nor repeated in a refusal', async () => {
  const sessionId = await openNewSession();
  await findEnded(sessionId);
  const rejected = await requestEnded([sessionId, `${sessionId}${'x'.repeat(100)}`]);
  expect(rejected.status).toBe(400);
  expect(await rejected.text()).not.toContain(sessionId);
  await eventually(() => auth.logs().includes('/internal/endedsessions'));
  expect(auth.logs()).not.toContain(sessionId);
});

/** Requests like the gateway, for a browser that has just signed in. */
const requestDeviceKey = async (number: string): Promise<Response> => requestKey(await openSession(number));

async function requestKey(sessionId: string): Promise<Response> {
  const exchanged = await exchange(sessionId, 'svc-auth');
  const { data } = (await exchanged.json()) as { data: [{ token: string }] };
  return post('getdevicekey', {}, { authorization: `Bearer ${data[0].token}` });
}
async function getDeviceKey(number: string): Promise<string> {
  const { data } = (await (await requestDeviceKey(number)).json()) as { data: [{ key: string }] };
  return data[0].key;
}

test('a user has the same key in every session, and another user another one', async () => {
  const [one, other] = [await createMember(), await createMember()];
  const key = await getDeviceKey(one.number);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(await getDeviceKey(one.number)).toBe(key);
  expect(await getDeviceKey(other.number)).not.toBe(key);
});

test('no cache keeps the key, and no log', async () => {
  const { number } = await createMember();
  const response = await requestDeviceKey(number);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { data } = (await response.json()) as { data: [{ key: string }] };
  expect(auth.logs()).not.toContain(data[0].key);
});

test('without a session there is no key, whichever account is named', async () => {
  expect((await post('getdevicekey', {})).status).toBe(401);
  const { id } = await createMember();
  expect((await post('getdevicekey', { id, usr_id: id })).status).toBe(401);
});

async function readLifetime(sessionId: string): Promise<number> {
  const { data } = (await (await requestKey(sessionId)).json()) as { data: [{ expires_in: number }] };
  return data[0].expires_in;
}

test('the browser may use the key as long as its session may stay unused: half an hour, a month on the own device', async () => {
  const [{ number }, { number: ownerNumber }] = [await createMember(), await createMember()];
  const [shared, own] = [
    await readLifetime(await openSession(number)),
    await readLifetime(await openSession(ownerNumber, { own_device: true })),
  ];
  expect([shared <= 30 * 60, shared > 29 * 60]).toEqual([true, true]);
  expect([own <= 30 * DAY_S, own > 29 * DAY_S]).toEqual([true, true]);
});
