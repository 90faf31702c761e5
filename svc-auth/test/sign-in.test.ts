import { buildApplicant, eventually, startService } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { getDifferentOtp, postInternal, serveAuth, type TestBrowser } from './support/test-browser.ts';

const auth = serveAuth();

const { post, call, readInbox, createNewcomer, createMember, openSession, exchange, requestOtp, guess } =
  auth.openBrowser();

test('signs a new applicant up, sends an OTP and signs in with an httpOnly cookie [S-7.4]', async () => {
  const { number, name } = await createNewcomer();
  expect(await call('websiteloginotp', { number })).toEqual({ status: 200 });
  const [message] = await readInbox(number);
  expect(message).toEqual({ number, otp: expect.stringMatching(/^\d{4}$/), at: expect.any(String) });

  const response = await post('submitwithotp', { number, otp: message?.otp });
  expect(await response.json()).toEqual({ status: 200, data: [{ id: expect.any(String), number, name }] });
  const cookies = response.headers.getSetCookie();
  expect(cookies.at(-1)).toMatch(/^archaka_session=[\w-]{43};.*HttpOnly;.*SameSite=Lax/);
  expect(cookies).toContainEqual(expect.stringMatching(/^archaka_otp=; Path=\/; Expires=Thu, 01 Jan 1970/));
  expect(cookies).toContainEqual(
    expect.stringMatching(/^archaka_signup=; Path=\/; Expires=Thu, 01 Jan 1970/),
  );
});

test('sends no OTP to a number that never signed up [S-7.3]', async () => {
  const { number } = buildApplicant();
  const rejection = { status: 420, message: 'This mobile Number Not registered' };
  expect(await call('websiteloginotp', { number })).toEqual(rejection);
  expect(await readInbox(number)).toEqual([]);
});

test('accepts an OTP once, also the first one of a number', async () => {
  const { number } = await createNewcomer();
  const otp = await requestOtp(number);
  expect((await Promise.all([guess(number, otp), guess(number, otp)])).sort()).toEqual([200, 420]);
});

test('invalidates the earlier OTP when a new one is sent', async () => {
  const { number } = await createMember();
  const [earlier, later] = [await requestOtp(number), await requestOtp(number)];
  if (earlier !== later) expect(await guess(number, earlier)).toBe(420);
  expect(await guess(number, later)).toBe(200);
});

test('rejects even the right OTP after five wrong ones in parallel, with the time to wait', async () => {
  const { number } = await createMember();
  const otp = await requestOtp(number);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => guess(number, getDifferentOtp(otp))));
  expect(statuses.filter((status) => status === 420)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);

  const right = await post('submitwithotp', { number, otp });
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('exchanges a session of the gateway for a token of one audience, until the session ends', async () => {
  const { number, name } = await createMember();
  const sessionId = await openSession(number);
  const { data } = (await (await exchange(sessionId)).json()) as {
    data: [{ token: string; user_id: string }];
  };
  const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`));
  const verify = (audience: string) => jwtVerify(data[0].token, keys, { issuer: 'svc-auth', audience });
  expect((await verify('svc-application')).payload).toMatchObject({ sub: data[0].user_id, number, name });
  await expect(verify('svc-payment')).rejects.toThrow();

  await post('logout', {}, { cookie: `archaka_session=${sessionId}` });
  expect((await exchange(sessionId)).status).toBe(404);
});

test('permits exchanging sessions only to the gateway, and to svc-application for itself, with a token for that call', async () => {
  const { number } = await createMember();
  const session_id = await openSession(number);
  const exchangeAs = (headers: Record<string, string>, audience = 'svc-application') =>
    postInternal(auth, 'exchangesession', { session_id, audience }, headers);
  expect((await exchangeAs({})).status).toBe(401);
  const createToken = auth.environment.authorizeService;
  expect((await exchangeAs(await createToken('shell', 'svc-payment', 'exchangesession'))).status).toBe(401);
  expect((await exchangeAs(await createToken('svc-payment', 'svc-auth', 'exchangesession'))).status).toBe(
    403,
  );
  expect((await exchangeAs(await createToken('shell', 'svc-auth', 'endedsessions'))).status).toBe(403);
  const application = await createToken('svc-application', 'svc-auth', 'exchangesession');
  expect((await exchangeAs(application)).status).toBe(200);
  expect((await exchangeAs(application, 'svc-payment')).status).toBe(403);
});

test('logs every attempt to sign in with its outcome and a pseudonym of the account', async () => {
  const { number } = await createNewcomer();
  const otp = await requestOtp(number);
  await post('submitwithotp', { number, otp: getDifferentOtp(otp) });
  await post('submitwithotp', { number, otp });
  await eventually(() => /"outcome":"right"[^\n]*"msg":"sign-in"/.test(auth.logs()));
  const entries = auth
    .logs()
    .split('\n')
    .flatMap((line) => (/"msg":"(OTP request|sign-in)"/.test(line) ? [JSON.parse(line)] : []))
    .slice(-3);
  expect(entries).toMatchObject([
    { msg: 'OTP request', outcome: 'sent', time: expect.stringMatching(/Z$/) },
    { msg: 'sign-in', outcome: 'wrong', request_id: expect.any(String) },
    { msg: 'sign-in', outcome: 'right' },
  ]);
  expect(auth.logs()).not.toContain(number);
  expect(new Set(entries.map(({ user }) => user))).toEqual(new Set([expect.stringMatching(/^[\da-f]{12}$/)]));
});

const openBrowser = () => auth.openBrowser();

test('sets a separate httpOnly, SameSite=Strict cookie for an OTP request', async () => {
  const { number } = await createNewcomer();
  const response = await openBrowser().post('websiteloginotp', { number });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^archaka_otp=[\w-]{43}; Max-Age=600; Path=\/;.*HttpOnly; SameSite=Strict$/),
  ]);
});

test('rejects the right OTP with 420 on a browser that did not request it, and counts nothing', async () => {
  const [{ number }, other] = [await createMember(), await createMember()];
  const [owner, stranger, strangerWithRequest] = [openBrowser(), openBrowser(), openBrowser()];
  const otp = await owner.requestOtp(number);
  await strangerWithRequest.requestOtp(other.number);
  for (const browser of [stranger, strangerWithRequest])
    for (let count = 1; count <= 8; count += 1) expect(await browser.guess(number, otp)).toBe(420);
  expect(await owner.guess(number, otp)).toBe(200);
});

test('ends only that request after five wrong OTPs, and accepts the OTP of a new request', async () => {
  const { number } = await createMember();
  const browser = openBrowser();
  const otp = await browser.requestOtp(number);
  await browser.guessWrong(number, otp, 5);
  const ended = await browser.post('submitwithotp', { number, otp });
  expect(ended.status).toBe(429);
  expect(Number(ended.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await browser.guess(number, await browser.requestOtp(number))).toBe(200);
});

test('sends a number at most 5 messages in 15 minutes and 20 a day for strangers; a known browser has its own 5', async () => {
  const [owner, stranger] = [openBrowser(), openBrowser()];
  const { number } = await owner.createNewcomer();
  await owner.openSession(number);
  const postRequest = async (browser: TestBrowser) => browser.post('websiteloginotp', { number });
  const sent: number[] = [];
  for (let quarter = 1; quarter <= 5; quarter += 1) {
    let last = await postRequest(stranger);
    for (let count = 0; last.status === 200; count += 1) {
      sent.push(count);
      last = await postRequest(stranger.other());
    }
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    for (let count = 1; count <= 5; count += 1) expect((await postRequest(owner)).status).toBe(200);
    expect((await postRequest(owner)).status).toBe(429);
    await auth.environment.clock.advance({ minutes: 16 });
  }
  // The owner's first request counted as a stranger's: the browser had not signed in yet.
  expect(sent).toHaveLength(19);
});

const named = ['PORTAL_ORIGIN', 'OTP_PEPPER', 'MONGO_URL', 'SMS_PROVIDER'].map((name) => `${name}: [^;]*`);
test.each<[string, Record<string, string>, RegExp]>([
  [
    'rejects development values in production, all in one message',
    { NODE_ENV: 'production', OTP_PEPPER: '0'.repeat(32) },
    new RegExp(`Invalid configuration: .*${named.join('.*')}`),
  ],
  [
    'rejects the dev inbox at a public address',
    { NODE_ENV: '', PORTAL_ORIGIN: 'https://exams.example.in' },
    /SMS_PROVIDER: the dev inbox/,
  ],
  [
    'rejects MSG91 without its key and template',
    { SMS_PROVIDER: 'msg91' },
    /MSG91_AUTH_KEY is missing .*; MSG91_TEMPLATE_ID is missing/,
  ],
])('%s', async (_what, env, message) => {
  await expect(startService('svc-auth', { env })).rejects.toThrow(message);
});
