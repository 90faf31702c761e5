import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { DependencyUnavailable } from '../errors.ts';
import { createSessionCheck, createUserTokenVerifier } from './user-tokens.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A svc-auth that has ended these sessions, or does not answer. */
function createCheck(ended: Set<string> | 'down') {
  const requests: (readonly string[])[] = [];
  const isOpen = createSessionCheck(async (sids) => {
    requests.push(sids);
    if (ended === 'down') throw new Error('down');
    return sids.filter((sid) => ended.has(sid));
  });
  return { isOpen, requests };
}

test('checks concurrent sessions in one request, and each at most once a second', async () => {
  const { isOpen, requests } = createCheck(new Set(['b']));
  expect(await Promise.all(['a', 'b', 'a'].map(isOpen))).toEqual([true, false, true]);
  expect(await isOpen('a')).toBe(true);
  expect(requests).toEqual([['a', 'b']]);
});

test('rejects an ended session within a second', async () => {
  const ended = new Set<string>();
  const { isOpen } = createCheck(ended);
  expect(await isOpen('a')).toBe(true);
  ended.add('a');
  jest.advanceTimersByTime(999);
  expect(await isOpen('a')).toBe(true);
  jest.advanceTimersByTime(1);
  expect(await isOpen('a')).toBe(false);
});

test('treats every session as open while svc-auth does not respond, and checks again a second later', async () => {
  const { isOpen, requests } = createCheck('down');
  expect(await Promise.all([isOpen('a'), isOpen('b')])).toEqual([true, true]);
  expect(await isOpen('a')).toBe(true);
  jest.advanceTimersByTime(1000);
  expect(await isOpen('a')).toBe(true);
  expect(requests).toEqual([['a', 'b'], ['a']]);
});

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function createKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
}

/** A svc-auth that publishes these keys. */
async function startKeyServer(keys: JWK[]) {
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.end(JSON.stringify({ keys: keys.map(({ d: _private, ...key }) => key) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => server.close().closeAllConnections();
  closing.push(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
    requestCount: () => requestCount,
  };
}

const sign = (
  key: JWK,
  { audience = 'svc-ticket', issuer = 'svc-auth', sid = 's1' as string | number, ageMs = 1000 } = {},
) =>
  new SignJWT({ number: '9876543210', name: 'Ravi', sid })
    .setProtectedHeader({ alg: 'ES256', kid: String(key.kid) })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('u1')
    .setIssuedAt((Date.now() - ageMs) / 1000)
    .setExpirationTime('15m')
    .sign(key);

/** A verifier of svc-ticket with keys of this svc-auth, which has ended the session `ended`. */
const createVerifier = (authUrl: string) =>
  createUserTokenVerifier({
    authUrl,
    audience: 'svc-ticket',
    fetchEndedSessions: async (sids) => sids.filter((sid) => sid === 'ended'),
  });

test('reads the user from a token of svc-auth for this service', async () => {
  const key = await createKey('a');
  const verify = createVerifier((await startKeyServer([key])).url);
  expect(await verify(await sign(key))).toEqual({ id: 'u1', number: '9876543210', name: 'Ravi', sid: 's1' });
  for (const claims of [{ audience: 'svc-auth' }, { issuer: 'svc-ticket' }, { sid: 7 }, { sid: 'ended' }])
    await expect(sign(key, claims).then(verify)).rejects.toMatchObject({ status: 401 });
  await expect(verify('nonsense')).rejects.toMatchObject({ status: 401 });
});

test.each([
  ['accepts a token within a second of its issue, which follows a check of the session', 999, 'ended'],
  ['accepts no token of an ended session later', 1000, undefined],
  ['accepts no token of an ended session by a clock that is behind', -1, undefined],
])('%s', async (_what, ageMs, accepted) => {
  const key = await createKey('a');
  const verify = createVerifier((await startKeyServer([key])).url);
  const outcome = await verify(await sign(key, { sid: 'ended', ageMs })).catch(() => undefined);
  expect(outcome?.sid).toBe(accepted);
});

test('rejects a token without a signature, with a key of its own, or after its expiry', async () => {
  const [key, foreign] = [await createKey('a'), await createKey('b')];
  const { url } = await startKeyServer([key]);
  const verify = createVerifier(url);
  const claims = { number: '9876543210', name: 'Ravi', sid: 's1' };
  const registered = { sub: 'u1', iss: 'svc-auth', aud: 'svc-ticket' };
  const unsigned = new UnsecuredJWT({ ...claims, ...registered }).setExpirationTime('15m').encode();
  const { d: _private, ...jwk } = foreign;
  const signed = (header: object, expires: string) =>
    new SignJWT({ ...claims, ...registered })
      .setProtectedHeader({ alg: 'ES256', kid: 'a', ...header })
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign('jwk' in header ? foreign : key);
  for (const token of [unsigned, await signed({ jwk, jku: `${url}/b` }, '15m'), await signed({}, '-1h')])
    await expect(verify(token)).rejects.toMatchObject({ status: 401 });
  await expect(verify(await signed({}, '15m'))).resolves.toMatchObject({ id: 'u1' });
});

test('caches the keys while svc-auth is down, and fetches them once', async () => {
  const key = await createKey('a');
  const auth = await startKeyServer([key]);
  const verify = createVerifier(auth.url);
  await verify(await sign(key));
  auth.close();
  await verify(await sign(key, { sid: 's2' }));
  const unknown = await sign(await createKey('unknown'));
  await expect(verify(unknown)).rejects.toMatchObject({ status: 401 });
  expect(auth.requestCount()).toBe(1);
});

test('reports svc-auth as down, not the token as invalid, when it never had the keys', async () => {
  const verify = createVerifier('http://127.0.0.1:9');
  await expect(sign(await createKey('a')).then(verify)).rejects.toBeInstanceOf(DependencyUnavailable);
});
