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
import { createTestBrowser } from './support/test-browser.ts';

let auth: RunningService;
let secrets: Record<string, string>;
const { post, createMember, createNewcomer, call, readNewestOtp, openSession, exchange } = createTestBrowser(
  () => auth,
);

beforeAll(async () => {
  auth = await startService('svc-auth');
  const { OTP_PEPPER, SESSION_KEYS_SECRET, DEVICE_KEY_SECRET, ACCOUNT_INDEX_KEY, MASTER_KEYS } =
    auth.environment.secrets;
  secrets = { OTP_PEPPER, SESSION_KEYS_SECRET, DEVICE_KEY_SECRET, ACCOUNT_INDEX_KEY, MASTER_KEYS };
});
afterAll(() => auth.environment.close());

const runStep = (which: string) =>
  rotateSecret({ service: 'svc-auth', which, mongoUrl: auth.environment.mongoUrl, secrets });

/** Completes a step, and starts the service with the value that it returned. */
async function runStepAndRestart(which: string): Promise<void> {
  const done = await runStep(which);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  secrets = done.secrets;
  await auth.stop();
  auth = await startService('svc-auth', { environment: auth.environment, env: secrets });
}

/** Adds a key that every instance knows, then makes it the write key. */
async function introduceKey(which: string): Promise<void> {
  await runStepAndRestart(which);
  await runStepAndRestart(which);
}

/** The claims of a session's token, when its key is published. */
async function getSubject(sessionId: string): Promise<string | undefined> {
  const { data } = (await (await exchange(sessionId)).json()) as { data: [{ token: string }] };
  const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
  return (await jwtVerify(data[0].token, keys)).payload.sub;
}

test('sessions: open sessions continue, and no stored key needs the old secret', async () => {
  const { number } = await createMember();
  const sessionId = await openSession(number);
  const subject = await getSubject(sessionId);
  expect(subject).toBeDefined();

  await runStepAndRestart('sessions');
  expect(await getSubject(sessionId)).toBe(subject);
  await runStepAndRestart('sessions');
  expect(await getSubject(sessionId)).toBe(subject);
  const lastStep = await runStep('sessions');
  expect(lastStep.stdout).toContain('No keys of sessions use an old key.');
  secrets = lastStep.secrets;
  expect(JSON.parse(secrets.SESSION_KEYS_SECRET ?? '')).toMatchObject([{ kid: '2' }]);
  await auth.stop();
  auth = await startService('svc-auth', { environment: auth.environment, env: secrets });
  expect(await getSubject(sessionId)).toBe(subject);
});

test('a step waits for instances that run without its value', async () => {
  const before = secrets;
  secrets = (await runStep('sessions')).secrets;
  expect(await runStep('sessions')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      '1 of 1 instances of svc-auth run without the new value of SESSION_KEYS_SECRET',
    ),
  });
  secrets = before;
});

test('otp: accepts an OTP that was sent before, and removes the old pepper when no OTP can need it', async () => {
  const { number } = await createNewcomer();
  await post('websiteloginotp', { number });
  const otp = await readNewestOtp(number);
  await introduceKey('otp');
  expect(await call('submitwithotp', { number, otp })).toMatchObject({ status: 200 });

  expect(await runStep('otp')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/may be in use until \d{4}-.*: run the same command again after that/),
  });
  await advanceTime({ minutes: 11 });
  await runStepAndRestart('otp');
  expect(JSON.parse(secrets.OTP_PEPPER ?? '')).toMatchObject([{ kid: '2' }]);
  expect(await openSession((await createNewcomer()).number)).not.toBe('');
});

test('devices: returns the old device key until no device can have data under it', async () => {
  const { number } = await createMember();
  const [before] = await getDeviceKeys(number);
  await introduceKey('devices');
  const [key, ...older] = await getDeviceKeys(number);
  expect(key).not.toBe(before);
  expect(older).toEqual([before]);

  expect((await runStep('devices')).code).toBe(2);
  await advanceTime({ minutes: 15 * 24 * 60 });
  await runStepAndRestart('devices');
  expect(await getDeviceKeys(number)).toEqual([key]);
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
  await runStepAndRestart('account-index');
  expect(await readClaimKids()).toEqual(['old']);
  expect(await call('submitwithotp', { number: signingUp.number, otp })).toMatchObject({ status: 200 });
  expect(await signUpInPlaceOf(member)).toEqual([420, 421]);
  expect(await openSession(member.number)).not.toBe('');

  const waiting = await runStep('account-index');
  expect(waiting).toMatchObject({ code: 2, stderr: expect.stringContaining('may be in use until') });
  expect(waiting.stdout).toContain('No claims use an old key.');
  expect(await readClaimKids()).toEqual(['2']);
  expect(await signUpInPlaceOf(member)).toEqual([420, 421]);

  await advanceTime({ minutes: 24 * 60 + 1 });
  await runStepAndRestart('account-index');
  expect(JSON.parse(secrets.ACCOUNT_INDEX_KEY ?? '')).toMatchObject([{ kid: '2' }]);
  for (const person of [member, signingUp]) {
    expect(await signUpInPlaceOf(person)).toEqual([420, 421]);
    expect(await openSession(person.number)).not.toBe('');
  }
});

/** The current key first. */
async function getDeviceKeys(number: string): Promise<string[]> {
  const exchanged = await exchange(await openSession(number), 'svc-auth');
  const { data } = (await exchanged.json()) as { data: [{ token: string }] };
  const response = await post('getdevicekey', {}, { authorization: `Bearer ${data[0].token}` });
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
