import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser } from './support/test-browser.ts';

const DAY_S = 24 * 60 * 60;
let auth: RunningService;
const { post, createMember, openSession, exchange } = createTestBrowser(() => auth);

beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth.environment.close());

/** As the gateway asks for a browser that has just signed in. */
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

test('without a session there is no key, whoever is named', async () => {
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
