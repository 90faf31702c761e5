import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { postInternal, serveAuth } from './support/test-browser.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const DAY_S = 24 * 60 * 60;

const auth = serveAuth();

const { authorize, createMember, exchange, openSession, other, post } = auth.openBrowser();

const signIn = (number: string, more: object = {}) =>
  auth.openBrowser().signIn(number, more, { 'user-agent': CHROME });
const isOpen = async (sessionId: string) => (await exchange(sessionId)).status === 200;
const callAs = async (sessionId: string, call: string) =>
  post(call, {}, { ...(await authorize(sessionId)).headers, 'x-forwarded-for': '203.0.113.77' });

test('extends a session by half an hour at each use, up to a day after the sign-in', async () => {
  const { sessionId } = await signIn((await createMember()).number);
  for (let use = 1; use <= 57; use += 1) {
    await auth.environment.clock.advance({ minutes: 25 });
    expect(await isOpen(sessionId)).toBe(true);
  }
  await auth.environment.clock.advance({ minutes: 25 });
  expect(await isOpen(sessionId)).toBe(false);
});

test('allows 30 days without use on the own device, with a persistent cookie', async () => {
  const { sessionId, cookies } = await signIn((await createMember()).number, { own_device: true });
  expect(cookies.at(-1)).toMatch(/Max-Age=7776000;/);
  await auth.environment.clock.advance({ hours: 29 * 24 });
  expect(await isOpen(sessionId)).toBe(true);
  await auth.environment.clock.advance({ hours: 31 * 24 });
  expect(await isOpen(sessionId)).toBe(false);
});

test('does not extend a session for a page that is only open', async () => {
  const { sessionId } = await signIn((await createMember()).number);
  const renewal = { session_id: sessionId, audience: 'svc-application', renewal: true };
  const renewSession = async () => (await postInternal(auth, 'exchangesession', renewal)).status;
  for (const minutes of [10, 10, 8]) {
    await auth.environment.clock.advance({ minutes });
    expect(await renewSession()).toBe(200);
  }
  await auth.environment.clock.advance({ minutes: 3 });
  expect(await renewSession()).toBe(404);
});

test('lists the own sign-ins, open or ended, with time and coarse device and without addresses', async () => {
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

test('ends all own sessions and no other user’s when signing out everywhere', async () => {
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

test('requires a sign-in of the last 15 minutes for signing out everywhere', async () => {
  const { number } = await createMember();
  const earlier = await signIn(number, { own_device: true });
  await auth.environment.clock.advance({ minutes: 16 });
  expect((await callAs(earlier.sessionId, 'endsessions')).status).toBe(401);
  expect(await isOpen(earlier.sessionId)).toBe(true);
  const again = await signIn(number);
  expect((await callAs(again.sessionId, 'endsessions')).status).toBe(200);
  expect(await isOpen(earlier.sessionId)).toBe(false);
});

test('ends the browser’s earlier session when it signs in again', async () => {
  const browser = auth.openBrowser();
  const { number } = await browser.createNewcomer();
  const first = await browser.openSession(number);
  const second = await browser.openSession(number);
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
});

const openNewSession = async () => other().openSession((await createMember()).number);

const requestEnded = (session_ids: string[], headers?: Record<string, string>) =>
  postInternal(auth, 'endedsessions', { session_ids }, headers);

async function findEnded(...sessionIds: string[]): Promise<string[]> {
  const { data } = (await (await requestEnded(sessionIds)).json()) as { data: { session_id: string }[] };
  return data.map(({ session_id }) => session_id);
}

test('returns the session ids that were logged out or never existed, and no others', async () => {
  const [staying, leaving] = [await openNewSession(), await openNewSession()];
  expect(await findEnded(staying, leaving)).toEqual([]);
  await post('logout', {}, { cookie: `archaka_session=${leaving}` });
  expect(await findEnded(leaving, staying, 'never-was')).toEqual([leaving, 'never-was']);
});

test('rejects a token two seconds after its session was logged out', async () => {
  const [staying, leaving] = [await openNewSession(), await openNewSession()];
  const [{ headers: other }, { headers: token }] = [await authorize(staying), await authorize(leaving)];
  expect((await post('session', {}, token)).status).toBe(200);

  await post('logout', {}, { cookie: `archaka_session=${leaving}` });
  await eventually(async () => (await post('session', {}, token)).status === 401, { timeoutMs: 2000 });
  expect((await post('session', {}, other)).status).toBe(200);
});

test('ends a session half an hour after its last use, also when a service queries it meanwhile', async () => {
  const sessionId = await openNewSession();
  await auth.environment.clock.advance({ minutes: 28 });
  expect(await findEnded(sessionId)).toEqual([]);
  await auth.environment.clock.advance({ minutes: 3 });
  expect(await findEnded(sessionId)).toEqual([sessionId]);
});

test('writes no session id to the log or into a rejection', async () => {
  const sessionId = await openNewSession();
  await findEnded(sessionId);
  const rejected = await requestEnded([sessionId, `${sessionId}${'x'.repeat(100)}`]);
  expect(rejected.status).toBe(400);
  expect(await rejected.text()).not.toContain(sessionId);
  await eventually(() => auth.logs().includes('/internal/endedsessions'));
  expect(auth.logs()).not.toContain(sessionId);
});

const requestKey = (sessionId: string) => callAs(sessionId, 'getdevicekey');
async function getDeviceKey(number: string): Promise<string> {
  const { data } = (await (await requestKey(await openSession(number))).json()) as {
    data: [{ key: string }];
  };
  return data[0].key;
}

test('returns the same key in every session of a user, and another key to another user', async () => {
  const [one, other] = [await createMember(), await createMember()];
  const key = await getDeviceKey(one.number);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(await getDeviceKey(one.number)).toBe(key);
  expect(await getDeviceKey(other.number)).not.toBe(key);
});

test('forbids caching the key, and does not log it', async () => {
  const response = await requestKey(await openSession((await createMember()).number));
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { data } = (await response.json()) as { data: [{ key: string }] };
  expect(auth.logs()).not.toContain(data[0].key);
});

async function readLifetime(sessionId: string): Promise<number> {
  const { data } = (await (await requestKey(sessionId)).json()) as { data: [{ expires_in: number }] };
  return data[0].expires_in;
}

test('returns a lifetime of the key equal to the session’s idle limit: half an hour, a month on the own device', async () => {
  const [{ number }, { number: ownerNumber }] = [await createMember(), await createMember()];
  const [shared, own] = [
    await readLifetime(await openSession(number)),
    await readLifetime(await openSession(ownerNumber, { own_device: true })),
  ];
  expect([shared <= 30 * 60, shared > 29 * 60]).toEqual([true, true]);
  expect([own <= 30 * DAY_S, own > 29 * DAY_S]).toEqual([true, true]);
});
