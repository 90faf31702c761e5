import { buildApplicant, buildSignUp } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { getDifferentOtp, serveAuth, type TestBrowser } from './support/test-browser.ts';

const PER_ADDRESS = 3;
const TEXTS = 10;

const auth = serveAuth({ RATE_PER_ADDRESS: String(PER_ADDRESS), TEXTS_PER_HOUR: String(TEXTS) });

let addressCount = 0;
function openBrowser(address?: string): TestBrowser {
  addressCount += 1;
  return auth.openBrowser({ 'x-forwarded-for': address ?? `203.0.113.${addressCount}` });
}
const signUp = async (browser: TestBrowser) =>
  (await browser.post('submitsignup', buildSignUp(buildApplicant()))).status;

/** Also when an earlier test has used the hour's messages up. */
const startHour = () => auth.environment.clock.advance({ minutes: 61 });

test('limits sign-ups, OTP requests and guesses of an address separately, each with the time to wait', async () => {
  const { number } = await openBrowser().createMember();
  const browser = openBrowser();
  for (let count = 1; count <= PER_ADDRESS; count += 1) expect(await signUp(browser)).toBe(200);
  expect(await signUp(browser)).toBe(429);

  for (let count = 1; count <= PER_ADDRESS; count += 1)
    expect((await browser.post('websiteloginotp', { number })).status).toBe(200);
  const limited = await browser.post('websiteloginotp', { number });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);

  const otp = getDifferentOtp(await browser.readNewestOtp(number));
  for (let count = 1; count <= PER_ADDRESS; count += 1)
    expect((await browser.post('submitwithotp', { number, otp })).status).toBe(200);
  expect((await browser.post('submitwithotp', { number, otp })).status).toBe(429);
});

test('limits each address separately, an IPv6 address by its network', async () => {
  const browser = openBrowser('2001:db8:0:1::1');
  for (let count = 1; count <= PER_ADDRESS; count += 1) expect(await signUp(browser)).toBe(200);
  expect(await signUp(openBrowser('2001:db8:0:1::2'))).toBe(429);
  expect(await signUp(openBrowser('2001:db8:0:2::1'))).toBe(200);
  expect(await signUp(openBrowser())).toBe(200);
});

test('sends strangers at most four fifths of the hourly messages, and the rest to browsers that have signed in', async () => {
  await startHour();
  const owner = openBrowser();
  const { number } = await owner.createNewcomer();
  await owner.openSession(number);
  const request = async (browser: TestBrowser, mobile: string) =>
    (await browser.post('websiteloginotp', { number: mobile })).status;
  for (let sent = 1; sent < TEXTS * 0.8; sent += 1) {
    const stranger = openBrowser();
    const person = await stranger.createNewcomer();
    expect(await request(stranger, person.number)).toBe(200);
  }
  const late = openBrowser();
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
