import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser, getDifferentOtp, type TestBrowser } from './support/test-browser.ts';

let auth: RunningService;
beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth?.environment.close());

const openBrowser = () => createTestBrowser(() => auth);
const { createMember, createNewcomer } = openBrowser();

async function requestOtp(browser: TestBrowser, number: string): Promise<string> {
  expect(await browser.call('websiteloginotp', { number })).toEqual({ status: 200 });
  return browser.readNewestOtp(number);
}
const guess = async (browser: TestBrowser, number: string, otp: string) => {
  const response = await browser.post('submitwithotp', { number, otp });
  return response.status === 200 ? ((await response.json()) as { status: number }).status : response.status;
};

test('sets a separate httpOnly, SameSite=Strict cookie for an OTP request', async () => {
  const { number } = await createNewcomer();
  const response = await openBrowser().post('websiteloginotp', { number });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^archaka_otp=[\w-]{43}; Max-Age=600; Path=\/;.*HttpOnly; SameSite=Strict$/),
  ]);
});

test('rejects the right OTP with 420 on a browser that did not request it, and counts nothing', async () => {
  const { number } = await createMember();
  const [owner, stranger] = [openBrowser(), openBrowser()];
  const otp = await requestOtp(owner, number);
  for (let count = 1; count <= 8; count += 1) expect(await guess(stranger, number, otp)).toBe(420);
  expect(await guess(owner, number, otp)).toBe(200);
});

test('rejects the right OTP on a browser that requested one for another number, and counts nothing', async () => {
  const [own, foreign] = [await createMember(), await createMember()];
  const [owner, stranger] = [openBrowser(), openBrowser()];
  const otp = await requestOtp(owner, foreign.number);
  await requestOtp(stranger, own.number);
  for (let count = 1; count <= 8; count += 1) expect(await guess(stranger, foreign.number, otp)).toBe(420);
  expect(await guess(owner, foreign.number, otp)).toBe(200);
});

test('ends only that request after five wrong OTPs, and accepts the OTP of a new request', async () => {
  const { number } = await createMember();
  const browser = openBrowser();
  const otp = await requestOtp(browser, number);
  for (let count = 1; count <= 5; count += 1)
    expect(await guess(browser, number, getDifferentOtp(otp))).toBe(420);
  const ended = await browser.post('submitwithotp', { number, otp });
  expect(ended.status).toBe(429);
  expect(Number(ended.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await guess(browser, number, await requestOtp(browser, number))).toBe(200);
});

test('serves concurrent OTP requests of several browsers for one number, and none ends another’s', async () => {
  const { number } = await createMember();
  const [one, other] = [openBrowser(), openBrowser()];
  const first = await requestOtp(one, number);
  const second = await requestOtp(other, number);
  for (let count = 1; count <= 6; count += 1) await guess(other, number, getDifferentOtp(second));
  expect(await guess(one, number, first)).toBe(200);
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
      last = await postRequest(stranger.otherBrowser());
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
