import { MAX_SESSIONS } from '@archaka/contracts';
import { eventually, type RunningService, scaledTimeout, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser } from './support/test-browser.ts';

let auth: RunningService;
beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth.environment.close());

const { post, createMember, otherBrowser, exchange } = createTestBrowser(() => auth);
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
