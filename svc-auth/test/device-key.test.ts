import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser } from './support/test-browser.ts';

let auth: RunningService;
const { post, createMember, openSession, exchange } = createTestBrowser(() => auth);

beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth.environment.close());

/** As the gateway asks for a browser that has just signed in. */
async function requestDeviceKey(number: string): Promise<Response> {
  const exchanged = await exchange(await openSession(number), 'svc-auth');
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
