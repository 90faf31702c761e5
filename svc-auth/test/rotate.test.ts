import {
  type Applicant,
  buildApplicant,
  buildSignUp,
  type RunningService,
  rotateSecret,
  startService,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { TestBrowser } from './support/test-browser.ts';

let auth: RunningService;
let secrets: Record<string, string>;
const { authorize, post, createMember, createNewcomer, call, readNewestOtp, openSession, exchange, other } =
  new TestBrowser(() => auth);

beforeAll(async () => {
  auth = await startService('svc-auth');
  const { OTP_PEPPER, SESSION_KEYS_SECRET, DEVICE_KEY_SECRET, ACCOUNT_INDEX_KEY, MASTER_KEYS } =
    auth.environment.secrets;
  secrets = { OTP_PEPPER, SESSION_KEYS_SECRET, DEVICE_KEY_SECRET, ACCOUNT_INDEX_KEY, MASTER_KEYS };
});
afterAll(() => auth.environment.close());

const runStep = (which: string) =>
  rotateSecret({ service: 'svc-auth', which, environment: auth.environment, secrets });

/** Completes a step of each secret, and starts the service with the values that they returned. */
async function runStepsAndRestart(...names: readonly string[]): Promise<void> {
  for (const which of names) {
    const done = await runStep(which);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    secrets = done.secrets;
  }
  await auth.stop();
  auth = await startService('svc-auth', { environment: auth.environment, env: secrets });
}

/** The claims of a session's token, when its key is published. */
async function getSubject(sessionId: string): Promise<string | undefined> {
  const { data } = (await (await exchange(sessionId)).json()) as { data: [{ token: string }] };
  const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
  return (await jwtVerify(data[0].token, keys)).payload.sub;
}

test('sessions, OTPs and devices continue under the old keys, which are removed when nothing can need them', async () => {
  const { number } = await createMember();
  // Signing in again in one browser ends its session.
  const sessionId = await other().openSession(number);
  const subject = await getSubject(sessionId);
  expect(subject).toBeDefined();
  const [deviceKey] = await getDeviceKeys(number);
  const newcomer = await createNewcomer();
  await post('websiteloginotp', { number: newcomer.number });
  const otp = await readNewestOtp(newcomer.number);

  // The first step adds a key that every instance knows, the second makes it the write key.
  await runStepsAndRestart('sessions', 'otp', 'devices');
  expect(await getSubject(sessionId)).toBe(subject);
  await runStepsAndRestart('sessions', 'otp', 'devices');
  expect(await getSubject(sessionId)).toBe(subject);
  expect(await call('submitwithotp', { number: newcomer.number, otp })).toMatchObject({ status: 200 });
  const [newDeviceKey, ...older] = await getDeviceKeys(number);
  expect(newDeviceKey).not.toBe(deviceKey);
  expect(older).toEqual([deviceKey]);

  const lastOfSessions = await runStep('sessions');
  expect(lastOfSessions.stdout).toContain('No keys of sessions use an old key.');
  secrets = lastOfSessions.secrets;
  expect(await runStep('otp')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/may be in use until \d{4}-.*: run the same command again after that/),
  });
  await advanceTime({ minutes: 11 });
  const lastOfOtp = await runStep('otp');
  expect(lastOfOtp.code).toBe(0);
  secrets = lastOfOtp.secrets;
  expect((await runStep('devices')).code).toBe(1);
  await advanceTime({ minutes: 15 * 24 * 60 });
  await runStepsAndRestart('devices');
  for (const ring of [secrets.SESSION_KEYS_SECRET, secrets.OTP_PEPPER])
    expect(JSON.parse(ring ?? '')).toMatchObject([{ kid: '2' }]);
  expect(await getSubject(sessionId)).toBe(subject);
  expect(await getDeviceKeys(number)).toEqual([newDeviceKey]);
  expect(await openSession((await createNewcomer()).number)).not.toBe('');
});

/** The responses to other applicants who sign up with a member's number or e-mail. */
async function signUpInPlaceOf(member: Applicant): Promise<(number | undefined)[]> {
  const { email } = buildSignUp(member);
  const stranger = buildApplicant();
  const withNumber = await call('submitsignup', { ...buildSignUp(stranger), number: member.number });
  const withEmail = await call('submitsignup', {
    ...buildSignUp(stranger),
    email: String(email).toUpperCase(),
  });
  return [withNumber.status, withEmail.status];
}

async function readClaimKids(): Promise<string[]> {
  const database = await auth.environment.openDatabase('auth');
  const ids = (await database.collection('accountclaims').distinct('_id')).map(String);
  return [...new Set(ids.map((id) => /^(?:number|email):(?:(\w+)\.)?[\w-]{43}$/.exec(id)?.[1] ?? 'old'))];
}

test('account-index: finds accounts under both keys, still rejects their numbers for sign-ups, and completes open sign-ups', async () => {
  const member = await createMember();
  const signingUp = await createNewcomer();
  await post('websiteloginotp', { number: signingUp.number });
  const otp = await readNewestOtp(signingUp.number);
  await runStepsAndRestart('account-index');
  expect(await readClaimKids()).toEqual(['old']);
  expect(await call('submitwithotp', { number: signingUp.number, otp })).toMatchObject({ status: 200 });
  expect(await signUpInPlaceOf(member)).toEqual([420, 421]);
  expect(await openSession(member.number)).not.toBe('');

  const waiting = await runStep('account-index');
  expect(waiting).toMatchObject({ code: 1, stderr: expect.stringContaining('may be in use until') });
  expect(waiting.stdout).toContain('No claims use an old key.');
  expect(await readClaimKids()).toEqual(['2']);
  expect(await signUpInPlaceOf(member)).toEqual([420, 421]);

  await advanceTime({ minutes: 24 * 60 + 1 });
  await runStepsAndRestart('account-index');
  expect(JSON.parse(secrets.ACCOUNT_INDEX_KEY ?? '')).toMatchObject([{ kid: '2' }]);
  for (const person of [member, signingUp]) {
    expect(await signUpInPlaceOf(person)).toEqual([420, 421]);
    expect(await openSession(person.number)).not.toBe('');
  }
});

/** The current key first. */
async function getDeviceKeys(number: string): Promise<string[]> {
  const { headers } = await authorize(await other().openSession(number));
  const response = await post('getdevicekey', {}, headers);
  const body = (await response.json()) as { data: [{ key: string; old_keys?: string[] }] };
  const [{ key, old_keys = [] }] = body.data;
  return [key, ...old_keys];
}

/** Moves the recorded times back, since the commands use their machine's clock. */
async function advanceTime({ minutes }: { minutes: number }): Promise<void> {
  const database = await auth.environment.openDatabase('auth');
  const shifted = { $set: { since: { $subtract: ['$since', minutes * 60_000] } } };
  await database.collection('rotations').updateMany({}, [shifted]);
}
