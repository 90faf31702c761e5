import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { doorwayOf } from './support/doorway.ts';

let auth: RunningService;
const { post, member, sessionIdOf, exchange } = doorwayOf(() => auth);

beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth.stage.close());

/** As the gateway asks for a browser that has just signed in. */
async function askFor(number: string): Promise<Response> {
  const exchanged = await exchange(await sessionIdOf(number), 'svc-auth');
  const { data } = (await exchanged.json()) as { data: [{ token: string }] };
  return post('getdevicekey', {}, { authorization: `Bearer ${data[0].token}` });
}
async function keyOf(number: string): Promise<string> {
  const { data } = (await (await askFor(number)).json()) as { data: [{ key: string }] };
  return data[0].key;
}

test('a user has the same key in every session, and another user another one', async () => {
  const [one, other] = [await member(), await member()];
  const key = await keyOf(one.number);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(await keyOf(one.number)).toBe(key);
  expect(await keyOf(other.number)).not.toBe(key);
});

test('no cache keeps the key, and no log', async () => {
  const { number } = await member();
  const answered = await askFor(number);
  expect(answered.headers.get('cache-control')).toBe('no-store');
  const { data } = (await answered.json()) as { data: [{ key: string }] };
  expect(auth.logs()).not.toContain(data[0].key);
});

test('without a session there is no key, whoever is named', async () => {
  expect((await post('getdevicekey', {})).status).toBe(401);
  const { id } = await member();
  expect((await post('getdevicekey', { id, usr_id: id })).status).toBe(401);
});
