import { expect, test } from '@jest/globals';
import { SessionAdmission, Sessions, type TokenExchange } from './sessions.ts';

/** A gateway's sessions with a svc-auth that knows these, and the requests it received. */
function setUpSessions(known: readonly string[], capacity: number) {
  const requests: string[] = [];
  const clock = { now: 1_000_000 };
  const exchange: TokenExchange = async (id) => {
    requests.push(id);
    return known.includes(id) ? { token: `token.${id}`, expiresAt: clock.now + 900_000 } : undefined;
  };
  const sessions = new Sessions({ exchange, capacity, now: () => clock.now });
  return { sessions, requests, clock, getToken: (id: string) => sessions.tokenFor(id, 'svc-application') };
}

test('retains sessions under any number of unknown ids', async () => {
  const { requests, getToken } = setUpSessions(['real'], 10);
  expect(await getToken('real')).toBe('token.real');
  for (let count = 0; count < 100; count += 1) expect(await getToken(`junk${count}`)).toBeUndefined();
  expect(await getToken('real')).toBe('token.real');
  expect(requests.filter((id) => id === 'real')).toHaveLength(1);
});

test('checks an unknown id at most once a second', async () => {
  const { requests, clock, sessions, getToken } = setUpSessions([], 10);
  for (let count = 0; count < 50; count += 1) expect(await getToken('junk')).toBeUndefined();
  expect(requests).toEqual(['junk']);
  expect(sessions.isCached('junk', 'svc-application')).toBe(true);
  clock.now += 1001;
  expect(await getToken('junk')).toBeUndefined();
  expect(requests).toEqual(['junk', 'junk']);
});

test('does not cache the token of a session that was removed during its request', async () => {
  const { sessions, requests, getToken } = setUpSessions(['real'], 10);
  const early = getToken('real');
  sessions.forget('real');
  expect(await early).toBe('token.real');
  expect(sessions.isCached('real', 'svc-application')).toBe(false);
  await getToken('real');
  expect(requests).toHaveLength(2);
});

test('knows a session for half an hour after its last request', async () => {
  const { sessions, clock, getToken } = setUpSessions(['real'], 10);
  await getToken('real');
  clock.now += 29 * 60_000;
  await getToken('real');
  clock.now += 29 * 60_000;
  expect(sessions.isKnown('real')).toBe(true);
  clock.now += 61_000;
  expect(sessions.isKnown('real')).toBe(false);
});

function setUp() {
  let exchanges = 0;
  const exchange = async (sessionId: string) => {
    exchanges += 1;
    return sessionId === 'real' ? { token: 'token', expiresAt: 900_000 } : undefined;
  };
  const sessions = new Sessions({ exchange, now: () => 0 });
  const admission = new SessionAdmission(sessions);
  const find = (sessionId: string, address = '203.0.113.1', beforeLimit?: () => void) =>
    admission.findToken({
      sessionId,
      audience: 'svc-application',
      address,
      ...(beforeLimit && { beforeLimit }),
    });
  return { find, countExchanges: () => exchanges };
}

test('exchanges a session once, and rejects its 101st request in a second', async () => {
  const { find, countExchanges } = setUp();
  for (let count = 0; count < 100; count += 1) expect(await find('real')).toBe('token');
  await expect(find('real')).rejects.toMatchObject({ status: 429 });
  expect(countExchanges()).toBe(1);
});

test('exchanges 300 unknown sessions of an address, then none but those of another address', async () => {
  const { find, countExchanges } = setUp();
  for (let count = 0; count < 300; count += 1) expect(await find(`junk${count}`)).toBeUndefined();
  await expect(find('one more')).rejects.toMatchObject({ status: 429 });
  const crossSite = new Error('another site, which precedes the limit');
  const rejectFirst = () => {
    throw crossSite;
  };
  await expect(find('one more', '203.0.113.1', rejectFirst)).rejects.toBe(crossSite);
  expect(countExchanges()).toBe(300);
  expect(await find('one more', '203.0.113.2')).toBeUndefined();
});
