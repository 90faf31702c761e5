import { type RunningService, rotateSecret, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createConnection } from 'mongoose';
import { doorwayOf } from './support/doorway.ts';

let auth: RunningService;
let secrets: Record<string, string>;
const { post, member, newcomer, answer, newestOtp, sessionIdOf, exchange } = doorwayOf(() => auth);

beforeAll(async () => {
  auth = await startService('svc-auth');
  const { OTP_PEPPER, SESSION_KEYS_SECRET, DEVICE_KEY_SECRET } = auth.stage.secrets;
  secrets = { OTP_PEPPER, SESSION_KEYS_SECRET, DEVICE_KEY_SECRET };
});
afterAll(() => auth.stage.close());

const step = (which: string) =>
  rotateSecret({ service: 'svc-auth', which, mongoUrl: auth.stage.mongoUrl, secrets });

/** Runs a step to its end, and starts the service with the value that it gave. */
async function stepAndRestart(which: string): Promise<void> {
  const done = await step(which);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  secrets = done.secrets;
  await auth.stop();
  auth = await startService('svc-auth', { stage: auth.stage, env: secrets });
}

/** A new key that every instance knows, and then writes with. */
async function begin(which: string): Promise<void> {
  await stepAndRestart(which);
  await stepAndRestart(which);
}

/** What a session's token says, when it is of a published key. */
async function subjectOf(sessionId: string): Promise<string | undefined> {
  const { data } = (await (await exchange(sessionId)).json()) as { data: [{ token: string }] };
  const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
  return (await jwtVerify(data[0].token, keys)).payload.sub;
}

test('sessions: who is signed in stays so, and no stored key needs the old secret', async () => {
  const { number } = await member();
  const sessionId = await sessionIdOf(number);
  const subject = await subjectOf(sessionId);
  expect(subject).toBeDefined();

  await stepAndRestart('sessions');
  expect(await subjectOf(sessionId)).toBe(subject);
  await stepAndRestart('sessions');
  expect(await subjectOf(sessionId)).toBe(subject);
  const last = await step('sessions');
  expect(last.stdout).toContain('No keys of sessions carry an old key.');
  secrets = last.secrets;
  expect(JSON.parse(secrets.SESSION_KEYS_SECRET ?? '')).toMatchObject([{ kid: '2' }]);
  await auth.stop();
  auth = await startService('svc-auth', { stage: auth.stage, env: secrets });
  expect(await subjectOf(sessionId)).toBe(subject);
});

test('a step waits for instances that run without its value', async () => {
  const before = secrets;
  secrets = (await step('sessions')).secrets;
  expect(await step('sessions')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      '1 of 1 instances of svc-auth run without the new value of SESSION_KEYS_SECRET',
    ),
  });
  secrets = before;
});

test('otp: a password that was sent before serves, and the old pepper goes when it no longer can', async () => {
  const { number } = await newcomer();
  await post('websiteloginotp', { number });
  const otp = await newestOtp(number);
  await begin('otp');
  expect(await answer('submitwithotp', { number, otp })).toMatchObject({ status: 200 });

  expect(await step('otp')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/may be in use until \d{4}-.*: run the same command again after that/),
  });
  await timePasses({ minutes: 11 });
  await stepAndRestart('otp');
  expect(JSON.parse(secrets.OTP_PEPPER ?? '')).toMatchObject([{ kid: '2' }]);
  expect(await sessionIdOf((await newcomer()).number)).not.toBe('');
});

test('devices: what a device kept under the old key can be opened until it is gone from devices', async () => {
  const { number } = await member();
  const [before] = await deviceKeysOf(number);
  await begin('devices');
  const [key, ...older] = await deviceKeysOf(number);
  expect(key).not.toBe(before);
  expect(older).toEqual([before]);

  expect((await step('devices')).code).toBe(2);
  await timePasses({ minutes: 15 * 24 * 60 });
  await stepAndRestart('devices');
  expect(await deviceKeysOf(number)).toEqual([key]);
});

/** The present one first. */
async function deviceKeysOf(number: string): Promise<string[]> {
  const exchanged = await exchange(await sessionIdOf(number), 'svc-auth');
  const { data } = (await exchanged.json()) as { data: [{ token: string }] };
  const answered = await post('getdevicekey', {}, { authorization: `Bearer ${data[0].token}` });
  const given = (await answered.json()) as { data: [{ key: string; old_keys?: string[] }] };
  const [{ key, old_keys = [] }] = given.data;
  return [key, ...old_keys];
}

/** The commands take the time from their machine: what they noted moves back. */
async function timePasses({ minutes }: { minutes: number }): Promise<void> {
  const { mongoUrl } = auth.stage;
  const dbName = `${new URL(mongoUrl).pathname.slice(1)}_auth`;
  const database = await createConnection(mongoUrl, { dbName }).asPromise();
  try {
    const earlier = { $set: { since: { $subtract: ['$since', minutes * 60_000] } } };
    await database.collection('rotations').updateMany({}, [earlier]);
  } finally {
    await database.close();
  }
}
