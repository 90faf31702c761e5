import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Doorway, doorwayOf, otherThan } from './support/doorway.ts';

let auth: RunningService;
beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth?.stage.close());

const newBrowser = () => doorwayOf(() => auth);
const { member, newcomer } = newBrowser();

async function otpFor(browser: Doorway, number: string): Promise<string> {
  expect(await browser.answer('websiteloginotp', { number })).toEqual({ status: 200 });
  return browser.newestOtp(number);
}
const guess = async (browser: Doorway, number: string, otp: string) => {
  const response = await browser.post('submitwithotp', { number, otp });
  return response.status === 200 ? ((await response.json()) as { status: number }).status : response.status;
};

test('an OTP request sets an httpOnly cookie of its own, of this site only', async () => {
  const { number } = await newcomer();
  const response = await newBrowser().post('websiteloginotp', { number });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^archaka_otp=[\w-]{43}; Max-Age=600; Path=\/;.*HttpOnly; SameSite=Strict$/),
  ]);
});

test('the right OTP is 420 on a browser that did not ask for it, and counts nothing', async () => {
  const { number } = await member();
  const [owner, stranger] = [newBrowser(), newBrowser()];
  const otp = await otpFor(owner, number);
  for (let count = 1; count <= 8; count += 1) expect(await guess(stranger, number, otp)).toBe(420);
  expect(await guess(owner, number, otp)).toBe(200);
});

test('an OTP request for one number says nothing about another', async () => {
  const [own, foreign] = [await member(), await member()];
  const [owner, stranger] = [newBrowser(), newBrowser()];
  const otp = await otpFor(owner, foreign.number);
  await otpFor(stranger, own.number);
  for (let count = 1; count <= 8; count += 1) expect(await guess(stranger, foreign.number, otp)).toBe(420);
  expect(await guess(owner, foreign.number, otp)).toBe(200);
});

test('five wrong OTPs end that request only: a new one is judged again', async () => {
  const { number } = await member();
  const browser = newBrowser();
  const otp = await otpFor(browser, number);
  for (let count = 1; count <= 5; count += 1) expect(await guess(browser, number, otherThan(otp))).toBe(420);
  const ended = await browser.post('submitwithotp', { number, otp });
  expect(ended.status).toBe(429);
  expect(Number(ended.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await guess(browser, number, await otpFor(browser, number))).toBe(200);
});

test('browsers ask for one number at the same time, and none ends another’s request', async () => {
  const { number } = await member();
  const [one, other] = [newBrowser(), newBrowser()];
  const first = await otpFor(one, number);
  const second = await otpFor(other, number);
  for (let count = 1; count <= 6; count += 1) await guess(other, number, otherThan(second));
  expect(await guess(one, number, first)).toBe(200);
});

test('an OTP serves for ten minutes', async () => {
  const { number } = await member();
  const browser = newBrowser();
  const signInAfter = async (minutes: number) => {
    const otp = await otpFor(browser, number);
    await auth.stage.clock.advance({ minutes });
    return guess(browser, number, otp);
  };
  expect(await signInAfter(9)).toBe(200);
  expect(await signInAfter(11)).toBe(420);
});

test('strangers cause 5 messages in 15 minutes and 20 a day to a number; a browser that signed in has its own 5', async () => {
  const { number } = await newcomer();
  const [owner, stranger] = [newBrowser(), newBrowser()];
  await owner.sessionIdOf(number);
  const ask = async (browser: Doorway) => browser.post('websiteloginotp', { number });
  const sent: number[] = [];
  for (let quarter = 1; quarter <= 5; quarter += 1) {
    let last = await ask(stranger);
    for (let count = 0; last.status === 200; count += 1) {
      sent.push(count);
      last = await ask(stranger.otherBrowser());
    }
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    for (let count = 1; count <= 5; count += 1) expect((await ask(owner)).status).toBe(200);
    expect((await ask(owner)).status).toBe(429);
    await auth.stage.clock.advance({ minutes: 16 });
  }
  // The owner's first one was a stranger's: the browser had not signed in yet.
  expect(sent).toHaveLength(19);
});
