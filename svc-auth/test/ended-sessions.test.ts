import { MOST_SESSIONS } from '@archaka/contracts';
import { eventually, type RunningService, scaledTimeout, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { doorwayOf } from './support/doorway.ts';

let auth: RunningService;
beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth.stage.close());

const { post, member, otherBrowser, exchange } = doorwayOf(() => auth);
const signedIn = async () => otherBrowser().sessionIdOf((await member()).number);

const asked = async (session_ids: string[], as?: Record<string, string>) =>
  fetch(`${auth.url}/internal/endedsessions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as ?? (await auth.stage.asService('shell', 'svc-auth', 'endedsessions'))),
    },
    body: JSON.stringify({ session_ids }),
  });

async function endedOf(...sessionIds: string[]): Promise<string[]> {
  const { data } = (await (await asked(sessionIds)).json()) as { data: { session_id: string }[] };
  return data.map(({ session_id }) => session_id);
}

test('sessions that were logged out or never were are named, and no others', async () => {
  const [staying, leaving] = [await signedIn(), await signedIn()];
  expect(await endedOf(staying, leaving)).toEqual([]);
  await post('logout', {}, { cookie: `archaka_session=${leaving}` });
  expect(await endedOf(leaving, staying, 'never-was')).toEqual([leaving, 'never-was']);
});

test('a token is worthless two seconds after its session was logged out', async () => {
  const [staying, leaving] = [await signedIn(), await signedIn()];
  const tokenOf = async (session_id: string) => {
    const { data } = (await (await exchange(session_id, 'svc-auth')).json()) as { data: { token: string }[] };
    return { authorization: `Bearer ${data[0]?.token}` };
  };
  const [other, token] = [await tokenOf(staying), await tokenOf(leaving)];
  expect((await post('session', {}, token)).status).toBe(200);

  await post('logout', {}, { cookie: `archaka_session=${leaving}` });
  const loggedOut = performance.now();
  await eventually(async () => (await post('session', {}, token)).status === 401);
  expect(performance.now() - loggedOut).toBeLessThan(scaledTimeout(2000));
  expect((await post('session', {}, other)).status).toBe(200);
});

test('a session runs out half an hour after its last use, also when it is asked after meanwhile', async () => {
  const sessionId = await signedIn();
  await auth.stage.clock.advance({ minutes: 28 });
  expect(await endedOf(sessionId)).toEqual([]);
  await auth.stage.clock.advance({ minutes: 3 });
  expect(await endedOf(sessionId)).toEqual([sessionId]);
});

test('500 sessions are answered for at once, however long their ids, and one more is refused', async () => {
  const many = Array.from({ length: MOST_SESSIONS }, (_, number) => String(number).padStart(100, 'x'));
  expect(await endedOf(...many)).toEqual(many);
  expect((await asked([...many, 'one-more'])).status).toBe(400);
});

test('only a service with its own token may ask', async () => {
  const sessionId = await signedIn();
  expect((await asked([sessionId], {})).status).toBe(401);
  expect(
    (await asked([sessionId], await auth.stage.asService('shell', 'svc-payment', 'endedsessions'))).status,
  ).toBe(401);
});

test('no session is logged, nor repeated in a refusal', async () => {
  const sessionId = await signedIn();
  await endedOf(sessionId);
  const refused = await asked([sessionId, `${sessionId}${'x'.repeat(100)}`]);
  expect(refused.status).toBe(400);
  expect(await refused.text()).not.toContain(sessionId);
  expect(auth.logs()).toContain('/internal/endedsessions');
  expect(auth.logs()).not.toContain(sessionId);
});
