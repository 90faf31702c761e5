import { buildApplicant, buildSignUp } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { serveAuth, type TestBrowser } from './support/test-browser.ts';

const PER_ADDRESS = 3;
const TEXTS = 10;

const auth = serveAuth({ RATE_PER_ADDRESS: String(PER_ADDRESS), TEXTS_PER_HOUR: String(TEXTS) });

const signUp = async (browser: TestBrowser) =>
  (await browser.post('submitsignup', buildSignUp(buildApplicant()))).status;

/** Also when an earlier test has used the hour's messages up. */
const startHour = () => auth.environment.clock.advance({ minutes: 61 });

test('limits sign-ups, OTP requests and guesses of an address separately, each with the time to wait', async () => {
  const { number } = await auth.openBrowserElsewhere().createMember();
  const browser = auth.openBrowserElsewhere();
  for (let count = 1; count <= PER_ADDRESS; count += 1) expect(await signUp(browser)).toBe(200);
  expect(await signUp(browser)).toBe(429);

  for (let count = 1; count <= PER_ADDRESS; count += 1)
    expect((await browser.post('websiteloginotp', { number })).status).toBe(200);
  const limited = await browser.post('websiteloginotp', { number });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);

  const otp = await browser.readNewestOtp(number);
  await browser.guessWrong(number, otp, PER_ADDRESS);
  expect(await browser.guess(number, otp)).toBe(429);
});

test('limits each address separately, an IPv6 address by its network', async () => {
  const browser = auth.openBrowser({ 'x-forwarded-for': '2001:db8:0:1::1' });
  for (let count = 1; count <= PER_ADDRESS; count += 1) expect(await signUp(browser)).toBe(200);
  expect(await signUp(auth.openBrowser({ 'x-forwarded-for': '2001:db8:0:1::2' }))).toBe(429);
  expect(await signUp(auth.openBrowser({ 'x-forwarded-for': '2001:db8:0:2::1' }))).toBe(200);
  expect(await signUp(auth.openBrowserElsewhere())).toBe(200);
});

test('sends strangers at most four fifths of the hourly messages, and the rest to browsers that have signed in', async () => {
  await startHour();
  const owner = auth.openBrowserElsewhere();
  const { number } = await owner.createNewcomer();
  await owner.openSession(number);
  const request = async (browser: TestBrowser, mobile: string) =>
    (await browser.post('websiteloginotp', { number: mobile })).status;
  for (let sent = 1; sent < TEXTS * 0.8; sent += 1) {
    const stranger = auth.openBrowserElsewhere();
    const person = await stranger.createNewcomer();
    expect(await request(stranger, person.number)).toBe(200);
  }
  const late = auth.openBrowserElsewhere();
  const newcomer = await late.createNewcomer();
  const rejected = await late.post('websiteloginotp', { number: newcomer.number });
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await late.readInbox(newcomer.number)).toEqual([]);
  expect([await request(owner, number), await request(owner, number)]).toEqual([200, 200]);
  expect(await request(owner, number)).toBe(429);
  const metrics = await (await fetch(`${auth.url}/metrics`)).text();
  expect(metrics).toMatch(/^texts_over_budget_total\{browser="new"\} 1$/m);

  await startHour();
  expect(await request(late, newcomer.number)).toBe(200);
});

test('believes nobody but the gateway about an address', async () => {
  await startHour();
  const { environment, url } = auth;
  const forged = await environment.keys.createServiceToken('svc-payment', 'svc-auth', 'forwarding');
  const claims: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.1' },
    { 'x-forwarded-for': '203.0.113.2', 'x-gateway-token': 'forged' },
    { 'x-forwarded-for': '203.0.113.3', 'x-gateway-token': forged },
    { ...(await environment.forward('svc-ticket')), 'x-forwarded-for': '203.0.113.4' },
  ];
  const statuses = [];
  for (const claim of claims) {
    const { status } = await fetch(`${url}/api/dashboard/submitsignup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...claim },
      body: JSON.stringify(buildSignUp(buildApplicant())),
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});
